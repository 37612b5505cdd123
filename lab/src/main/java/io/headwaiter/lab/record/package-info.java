/** The stored runs of experiments: what they said, as pages that are written again at any time. */
package io.headwaiter.lab.record;

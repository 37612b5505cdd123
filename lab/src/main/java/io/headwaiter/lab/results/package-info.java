/** What a run of the load generator found, as records that serialise to JSON. */
package io.headwaiter.lab.results;

/** Profiles a server under load at pool sizes that a plan picks, and stores the results. */
package io.headwaiter.tuning;

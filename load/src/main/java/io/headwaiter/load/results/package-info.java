/** The results of a run of the load generator, as records that serialise to JSON. */
package io.headwaiter.load.results;

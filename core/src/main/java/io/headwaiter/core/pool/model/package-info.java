/** Predicts the throughput of a server for any sizes of its pools, and searches the best. */
package io.headwaiter.core.pool.model;

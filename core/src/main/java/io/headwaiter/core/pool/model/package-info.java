/** Predicts the throughput of a server for any sizes of its pools, and searches the best. */
@NullMarked
package io.headwaiter.core.pool.model;

import org.jspecify.annotations.NullMarked;

/**
 * Predicts the throughput of a server from its numbers of threads and database connections, and
 * finds the best numbers: input is a profile, output are sizes.
 */
@NullMarked
package io.headwaiter.core.pool;

import org.jspecify.annotations.NullMarked;

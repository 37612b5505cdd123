/** What profiling runs measured, as plain values: points, times by request type, request mix. */
@NullMarked
package io.headwaiter.core.pool.profile;

import org.jspecify.annotations.NullMarked;

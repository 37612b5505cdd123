/** Interpolates a quantity between profiled sizes. */
@NullMarked
package io.headwaiter.core.pool.interpolation;

import org.jspecify.annotations.NullMarked;

/** Interpolates a quantity between profiled sizes. */
package io.headwaiter.core.pool.interpolation;

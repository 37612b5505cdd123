/** Decides which sizes to profile next. */
package io.headwaiter.core.pool.plan;

/** Decides which sizes to profile next. */
@NullMarked
package io.headwaiter.core.pool.plan;

import org.jspecify.annotations.NullMarked;

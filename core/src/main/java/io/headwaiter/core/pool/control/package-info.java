/** Decides the sizes of the pools of a running server. */
@NullMarked
package io.headwaiter.core.pool.control;

import org.jspecify.annotations.NullMarked;

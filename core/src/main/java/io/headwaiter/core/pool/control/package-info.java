/** Decides the sizes of the pools of a running server. */
package io.headwaiter.core.pool.control;

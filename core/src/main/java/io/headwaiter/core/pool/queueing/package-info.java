/** Formulas for holders that share a few resources or processors. */
@NullMarked
package io.headwaiter.core.pool.queueing;

import org.jspecify.annotations.NullMarked;

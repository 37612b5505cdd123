/** Formulas for holders that share a few resources or processors. */
package io.headwaiter.core.pool.queueing;

/** Decides whether a request keeps its connection; numbers in, numbers out. */
package io.headwaiter.jdbc.holding;

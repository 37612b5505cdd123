/** Decides whether a request keeps its connection; numbers in, numbers out. */
@NullMarked
package io.headwaiter.jdbc.holding;

import org.jspecify.annotations.NullMarked;

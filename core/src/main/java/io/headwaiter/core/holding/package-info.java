/** Decides whether a request keeps its database connection between uses. */
@NullMarked
package io.headwaiter.core.holding;

import org.jspecify.annotations.NullMarked;

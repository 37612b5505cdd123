/** Decides whether a request keeps its database connection between uses. */
package io.headwaiter.core.holding;

/** Accounts of visits: their charges, the work that was done for them, and the usual amounts. */
@NullMarked
package io.headwaiter.core.visit;

import org.jspecify.annotations.NullMarked;

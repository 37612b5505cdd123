/** Accounts of visits: their charges, the work that was done for them, and the usual amounts. */
package io.headwaiter.core.visit;

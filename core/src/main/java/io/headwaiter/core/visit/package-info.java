/** Accounts of visits: what each one has paid for, what was done for it, and what is usual. */
package io.headwaiter.core.visit;

/**
 * How many threads and database connections a server should have, and what it carries with them:
 * profile in, sizes out.
 */
package io.headwaiter.core.pool;

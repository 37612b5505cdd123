/** The connection pools that can be used, each behind an adapter. */
package io.headwaiter.jdbc.pool;

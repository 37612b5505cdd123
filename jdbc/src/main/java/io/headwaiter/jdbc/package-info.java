/**
 * A {@link javax.sql.DataSource} around a connection pool that can keep a request's connection to
 * the end of the request.
 */
@NullMarked
package io.headwaiter.jdbc;

import org.jspecify.annotations.NullMarked;

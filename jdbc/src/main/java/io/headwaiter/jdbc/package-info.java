/**
 * A {@link javax.sql.DataSource} around any pool that keeps a request's connection to the end of
 * the request.
 */
package io.headwaiter.jdbc;

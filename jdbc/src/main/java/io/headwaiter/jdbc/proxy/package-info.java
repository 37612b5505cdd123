/** What the application gets instead of the driver's connection, statements and results. */
package io.headwaiter.jdbc.proxy;

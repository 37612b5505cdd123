/** What the application gets instead of the driver's connection, statements and results. */
@NullMarked
package io.headwaiter.jdbc.proxy;

import org.jspecify.annotations.NullMarked;

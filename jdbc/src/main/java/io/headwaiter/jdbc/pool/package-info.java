/** The connection pools that can be used, each behind an adapter. */
@NullMarked
package io.headwaiter.jdbc.pool;

import org.jspecify.annotations.NullMarked;

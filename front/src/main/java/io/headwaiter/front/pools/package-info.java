/** Sets the sizes of a running server's pools, and shows their use. */
@NullMarked
package io.headwaiter.front.pools;

import org.jspecify.annotations.NullMarked;

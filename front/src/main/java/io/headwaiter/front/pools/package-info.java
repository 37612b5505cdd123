/** Sets the sizes of a running server's pools, and shows their use. */
package io.headwaiter.front.pools;

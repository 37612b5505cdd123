/** How many may come in: meters in, policy out. */
package io.headwaiter.core.capacity;

/** Applications on servers that have just been started, as a user writes them. */
package io.headwaiter.e2e.start;

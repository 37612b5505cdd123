/** Handshakes, turns and requests: what they use, and whose visit they belong to. */
@NullMarked
package io.headwaiter.front.request;

import org.jspecify.annotations.NullMarked;

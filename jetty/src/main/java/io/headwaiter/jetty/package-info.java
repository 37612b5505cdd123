/**
 * The Jetty connector. The door accepts and decides; Jetty gets the admitted connections with the
 * bytes that were read. Checked against 12.1.14.
 */
@NullMarked
package io.headwaiter.jetty;

import org.jspecify.annotations.NullMarked;

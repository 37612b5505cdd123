/** Visits by their TLS sessions, and the connections that they have open. */
@NullMarked
package io.headwaiter.front.session;

import org.jspecify.annotations.NullMarked;

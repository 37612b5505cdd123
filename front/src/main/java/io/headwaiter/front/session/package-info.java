/** Visits by their TLS sessions, and the connections that they have open. */
package io.headwaiter.front.session;

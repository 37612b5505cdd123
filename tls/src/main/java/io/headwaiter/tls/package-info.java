/**
 * Verification of resumption claims against the engine that would resume them, and the engine's own
 * settings.
 */
@NullMarked
package io.headwaiter.tls;

import org.jspecify.annotations.NullMarked;

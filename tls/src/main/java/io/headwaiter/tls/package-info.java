/**
 * Verification of resumption claims against the engine that would resume them, and the engine's own
 * settings.
 */
package io.headwaiter.tls;

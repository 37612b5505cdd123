package io.headwaiter.door;

import io.headwaiter.core.hello.ResumptionClaim;

/**
 * Tells whether a claimed session really is one of ours. Called on the verifier thread; may take a
 * lock.
 */
@FunctionalInterface
public interface SessionVerifier {
  /**
   * Looks the claim up.
   *
   * @param claim what the hello claims
   * @param serverName host name from the hello, lower case, or null
   * @return true if a handshake with this claim would be resumed, as far as can be known before it
   */
  boolean isKnown(ResumptionClaim claim, String serverName);
}

package io.headwaiter.door;

import io.headwaiter.core.hello.ResumptionClaim;

/**
 * Tells whether a claimed session really is one of ours. Called on the verifier thread, where it
 * may take a lock, unless it is {@link #isQuick}.
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

  /**
   * Whether it takes no lock and some microseconds only. It is then called on the door's own
   * thread: handing a claim over to another thread and back costs more than that.
   */
  default boolean isQuick() {
    return false;
  }

  /** The same, for the door's own thread. */
  static SessionVerifier quick(SessionVerifier verifier) {
    return new SessionVerifier() {
      @Override
      public boolean isKnown(ResumptionClaim claim, String serverName) {
        return verifier.isKnown(claim, serverName);
      }

      @Override
      public boolean isQuick() {
        return true;
      }
    };
  }
}

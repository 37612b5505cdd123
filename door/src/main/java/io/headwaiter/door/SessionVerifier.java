package io.headwaiter.door;

import io.headwaiter.core.admission.Verdict;
import io.headwaiter.core.hello.ResumptionClaim;

/**
 * Tells whether a claimed session really is one of ours, and whether its visit is under way. Called
 * on the verifier thread, where it may take a lock, unless it is {@link #isQuick}.
 */
@FunctionalInterface
public interface SessionVerifier {
  /**
   * Looks the claim up.
   *
   * @param claim what the hello claims
   * @param serverName host name from the hello, lower case, or null
   * @return what a handshake with this claim would resume, as far as can be known before it
   */
  Verdict verify(ResumptionClaim claim, String serverName);

  /**
   * A connection whose session is known, but not of a visit under way, was let in: a visit begins.
   * On the door's thread; must not block.
   */
  default void letIn(Verdict verdict) {}

  /**
   * Whether the visit may have one more connection; asked if its session is known. On the door's
   * thread; must not block.
   */
  default boolean hasRoom(Verdict verdict) {
    return true;
  }

  /**
   * Whether it takes no lock for long and some microseconds only. It is then called on the door's
   * own thread: handing a claim over to another thread and back costs more than that.
   */
  default boolean isQuick() {
    return false;
  }
}

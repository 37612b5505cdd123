package io.headwaiter.door;

import io.headwaiter.core.admission.SessionLookup;
import io.headwaiter.core.hello.ResumptionClaim;
import org.jspecify.annotations.Nullable;

/**
 * Looks up whether a claimed session is one of this server's, and whether its visit is under way.
 * The door calls {@link #verify} on the verifier thread, where it may take a lock, unless {@link
 * #isQuick} is true.
 */
@FunctionalInterface
public interface SessionVerifier {
  /**
   * Looks up the claim.
   *
   * @param claim the claim of the hello
   * @param serverName host name from the hello, lower case, or null
   * @return the session that a handshake with this claim would resume, as far as it can be known
   *     before it
   */
  SessionLookup verify(ResumptionClaim claim, @Nullable String serverName);

  /**
   * Notes that a connection with a known session was admitted as a visit: the visit begins, or pays
   * again because it is overdrawn. Called on the door's thread; must not block.
   */
  default void noteAdmitted(SessionLookup lookup) {}

  /**
   * Returns whether the visit may have one more connection; asked only if its session is known.
   * Called on the door's thread; must not block.
   */
  default boolean hasRoom(SessionLookup lookup) {
    return true;
  }

  /**
   * Returns whether {@link #verify} holds no lock for long and takes some microseconds only. It is
   * then called on the door's own thread, because handing a claim to another thread and back costs
   * more.
   */
  default boolean isQuick() {
    return false;
  }
}

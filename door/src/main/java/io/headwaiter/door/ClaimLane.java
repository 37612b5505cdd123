package io.headwaiter.door;

import io.headwaiter.core.admission.TicketLane;
import io.headwaiter.core.hello.ResumptionClaim;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Asks the {@link TicketLane} about claims. All tokens of a claim are used together, the session id
 * beside a ticket too: which of them the engine takes is not known here, and a made-up one beside a
 * real one must not hide it.
 */
final class ClaimLane {
  private static final int SALT_BYTES = 32;

  private final Optional<TicketLane> lane;

  ClaimLane(LaneSettings settings) {
    this.lane = settings.burst() == 0 ? Optional.empty() : Optional.of(make(settings));
  }

  private static TicketLane make(LaneSettings settings) {
    byte[] salt = new byte[SALT_BYTES];
    new SecureRandom().nextBytes(salt);
    return new TicketLane(settings.burst(), settings.perSecond(), settings.ticketsMax(), salt);
  }

  /** Whether the claim may be used once more; uses nothing. */
  boolean hasRoom(ResumptionClaim claim, long nowNanos) {
    return lane.isEmpty() || lane.get().hasRoom(tokensOf(claim), nowNanos);
  }

  /** Uses the claim once; false if it was used too often. */
  boolean tryUse(ResumptionClaim claim, long nowNanos) {
    return lane.isEmpty() || lane.get().tryUse(tokensOf(claim), nowNanos);
  }

  private static List<byte[]> tokensOf(ResumptionClaim claim) {
    if (claim.kind() != ResumptionClaim.Kind.SESSION_TICKET || claim.sessionId().length == 0) {
      return claim.tokens();
    }
    List<byte[]> tokens = new ArrayList<>(claim.tokens());
    tokens.add(claim.sessionId());
    return tokens;
  }
}

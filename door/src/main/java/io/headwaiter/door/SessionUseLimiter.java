package io.headwaiter.door;

import io.headwaiter.core.admission.TicketRateLimiter;
import io.headwaiter.core.hello.ResumptionClaim;
import java.nio.channels.SocketChannel;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;

/**
 * Bounds the uses of a session or ticket: their rate ({@link TicketRateLimiter}) and how many are
 * open at a time ({@link OpenTicketUses}). Each use counts for all tokens of a claim, and for the
 * session id beside a ticket. The door does not know which of them the engine takes, and a made-up
 * one beside a real one must not hide it. Confined to the loop's thread.
 */
final class SessionUseLimiter {
  private static final int SALT_BYTES = 32;
  private static final long[] NO_KEYS = {};

  private final boolean bounded;
  private final TicketRateLimiter rate;
  private final OpenTicketUses open;

  SessionUseLimiter(SessionUseLimits settings) {
    byte[] salt = new byte[SALT_BYTES];
    new SecureRandom().nextBytes(salt);
    this.bounded = settings.burst() > 0;
    this.rate =
        new TicketRateLimiter(
            Math.max(1, settings.burst()), settings.perSecond(), settings.ticketsMax(), salt);
    this.open = new OpenTicketUses(settings.connectionsMax(), settings.ticketsMax());
  }

  /** Returns the keys of a claim's tokens; they are valid for this limiter only. */
  long[] keysOf(ResumptionClaim claim) {
    return bounded ? rate.keysOf(tokensOf(claim)) : NO_KEYS;
  }

  /** Returns whether the claim may be used once more; uses nothing. */
  boolean hasRoom(long[] keys, long nowNanos) {
    return open.hasRoom(keys) && rate.hasRoom(keys, nowNanos);
  }

  /**
   * Uses the claim for this connection; false if it was used too often or has too many open
   * connections.
   */
  boolean tryUse(long[] keys, SocketChannel channel, long nowNanos) {
    if (!open.hasRoom(keys) || !rate.tryUse(keys, nowNanos)) {
      return false;
    }
    open.add(keys, channel);
    return true;
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

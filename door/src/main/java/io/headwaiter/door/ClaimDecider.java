package io.headwaiter.door;

import io.headwaiter.core.admission.AdmissionGate;
import io.headwaiter.core.admission.Decision;
import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.core.admission.RefusalReason;
import io.headwaiter.core.admission.SessionLookup;
import io.headwaiter.core.admission.SessionLookup.Standing;
import io.headwaiter.core.hello.ClientHello;
import io.headwaiter.core.hello.ResumptionClaim;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Decides on a complete hello by its claim: accepts the claim, has it looked up, or treats the
 * connection as new. Confined to the loop's thread.
 */
final class ClaimDecider {
  private final AdmissionGate gate;
  private final DoorHost host;
  private final DoorCounters counters;
  private final VerifierThread verifier;
  private final SessionUseLimiter sessionUses;
  private final UndecidedList undecided;
  private final VisitStart visits;
  private final ConnectionDispatcher dispatcher;

  /**
   * @param sessionUses bounds the uses of one claim
   * @param undecided holds the connections with a pending look-up
   * @param visits takes the connections that would begin a visit
   * @param dispatcher carries out the decisions
   */
  ClaimDecider(
      AdmissionGate gate,
      DoorHost host,
      DoorCounters counters,
      VerifierThread verifier,
      SessionUseLimiter sessionUses,
      UndecidedList undecided,
      VisitStart visits,
      ConnectionDispatcher dispatcher) {
    this.gate = gate;
    this.host = host;
    this.counters = counters;
    this.verifier = verifier;
    this.sessionUses = sessionUses;
    this.undecided = undecided;
    this.visits = visits;
    this.dispatcher = dispatcher;
  }

  void decide(PendingConnection pending, ClientHello hello, ByteBuffer received, long nowNanos)
      throws IOException {
    String serverName = hello.serverName().orElse(null);
    ResumptionClaim claim = ResumptionClaim.of(hello, host.speaksTls13(serverName));
    if (claim.kind() == ResumptionClaim.Kind.NONE) {
      visits.receiveNew(pending, received, nowNanos);
      return;
    }
    long[] useKeys = sessionUses.keysOf(claim);
    if (!sessionUses.hasRoom(useKeys, nowNanos)) {
      // The token is used too often, so no look-up could change the decision.
      counters.overused();
      visits.begin(pending, received, nowNanos);
      return;
    }
    // A claim alone never gets one of the last connection places.
    Decision unseen =
        visits.isShortOfPlaces() ? null : gate.decideClaim(verifier.isQuick(), nowNanos);
    if (unseen == null || unseen.outcome() == Decision.Outcome.VERIFY) {
      pending.useKeys = useKeys;
      if (verifier.isQuick()) {
        decideVerified(pending, received, verifier.lookUp(claim, serverName), nowNanos);
      } else {
        verify(pending, claim, serverName, received, nowNanos);
      }
    } else {
      sessionUses.tryUse(useKeys, pending.channel, nowNanos);
      dispatcher.apply(pending, received, unseen);
    }
  }

  private void verify(
      PendingConnection pending,
      ResumptionClaim claim,
      @Nullable String serverName,
      ByteBuffer received,
      long nowNanos)
      throws IOException {
    pending.serverName = serverName;
    pending.claim = claim;
    // The client may send more before the answer comes.
    pending.drained = false;
    if (pending.kept == null) {
      pending.keep(received);
      undecided.grew(pending.keptBytes());
    }
    if (pending.key != null) {
      // Nothing is read during the look-up. Without this the selector would report the connection
      // again and again.
      pending.key.interestOps(0);
    }
    if (!verifier.submit(pending)) {
      counters.verifierFull();
      decideVerified(pending, pending.bytes().flip(), SessionLookup.UNKNOWN, nowNanos);
    }
  }

  /** Decides by the result of the look-up. */
  void decideVerified(
      PendingConnection pending, ByteBuffer received, SessionLookup lookup, long nowNanos)
      throws IOException {
    if (lookup.standing() == Standing.UNKNOWN) {
      gate.noteUnknownClaim();
      visits.receiveNew(pending, received, nowNanos);
      return;
    }
    if (!gate.isShadow() && !verifier.hasRoom(lookup)) {
      dispatcher.refuseWithoutPage(pending, RefusalReason.VISIT_CONNECTIONS, entryOf(lookup));
      return;
    }
    if (!sessionUses.tryUse(Objects.requireNonNull(pending.useKeys), pending.channel, nowNanos)) {
      counters.overused();
      visits.begin(pending, received, nowNanos);
      return;
    }
    pending.lookup = lookup;
    visits.noteAddress(pending);
    decideKnown(pending, received, lookup, nowNanos);
  }

  private void decideKnown(
      PendingConnection pending, ByteBuffer received, SessionLookup lookup, long nowNanos)
      throws IOException {
    if (lookup.standing() == Standing.CONTINUING) {
      dispatcher.apply(pending, received, gate.decideContinuing(lookup.visit(), nowNanos));
    } else if (lookup.standing() == Standing.OVERDRAWN && !visits.isShortOfPlaces()) {
      dispatcher.apply(pending, received, gate.decideOverdrawn(lookup.visit(), nowNanos));
    } else {
      pending.entry = entryOf(lookup);
      visits.begin(pending, received, nowNanos);
    }
  }

  /** Returns the entry as which a connection with a known session would be admitted. */
  private static Entry entryOf(SessionLookup lookup) {
    return switch (lookup.standing()) {
      case CONTINUING -> Entry.VERIFIED;
      case RETURNING, OVERDRAWN -> Entry.RETURNING;
      case COURTESY -> Entry.COURTESY;
      case UNKNOWN -> Entry.NEW;
    };
  }
}

package io.headwaiter.door;

import io.headwaiter.core.admission.AdmissionGate;
import io.headwaiter.core.admission.Decision;
import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.core.admission.RefusalReason;
import io.headwaiter.core.admission.Verdict;
import io.headwaiter.core.admission.Verdict.Standing;
import io.headwaiter.core.hello.ClientHello;
import io.headwaiter.core.hello.ResumptionClaim;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Decides on a complete hello by its claim: accepts the claim, has it looked up, or treats the
 * connection as new. Confined to the loop's thread.
 */
final class ClaimDecider {
  private final AdmissionGate gate;
  private final DoorHost host;
  private final DoorCounters counters;
  private final VerifierThread verifier;
  private final ClaimLane lane;
  private final UndecidedList undecided;
  private final VisitStart visits;
  private final Dispatch dispatch;

  /**
   * @param lane bounds the uses of one claim
   * @param undecided holds the connections with a pending look-up
   * @param visits takes the connections that would begin a visit
   * @param dispatch carries out the decisions
   */
  ClaimDecider(
      AdmissionGate gate,
      DoorHost host,
      DoorCounters counters,
      VerifierThread verifier,
      ClaimLane lane,
      UndecidedList undecided,
      VisitStart visits,
      Dispatch dispatch) {
    this.gate = gate;
    this.host = host;
    this.counters = counters;
    this.verifier = verifier;
    this.lane = lane;
    this.undecided = undecided;
    this.visits = visits;
    this.dispatch = dispatch;
  }

  void decide(Visitor visitor, ClientHello hello, ByteBuffer received, long nowNanos)
      throws IOException {
    String serverName = hello.serverName().orElse(null);
    ResumptionClaim claim = ResumptionClaim.of(hello, host.speaksTls13(serverName));
    if (claim.kind() == ResumptionClaim.Kind.NONE) {
      visits.receiveNew(visitor, received, nowNanos);
      return;
    }
    long[] laneKeys = lane.keysOf(claim);
    if (!lane.hasRoom(laneKeys, nowNanos)) {
      // The token is used too often, so no look-up could change the decision.
      counters.overused();
      visits.begin(visitor, received, nowNanos);
      return;
    }
    // A claim alone never gets one of the last connection places.
    Decision unseen = visits.isShortOfPlaces() ? null : gate.decideClaim(nowNanos);
    if (unseen == null || unseen.outcome() == Decision.Outcome.VERIFY) {
      visitor.laneKeys = laneKeys;
      if (verifier.isQuick()) {
        decideVerified(visitor, received, verifier.verdict(claim, serverName), nowNanos);
      } else {
        verify(visitor, claim, serverName, received, nowNanos);
      }
    } else {
      lane.tryUse(laneKeys, visitor.channel, nowNanos);
      dispatch.apply(visitor, received, unseen);
    }
  }

  private void verify(
      Visitor visitor, ResumptionClaim claim, String serverName, ByteBuffer received, long nowNanos)
      throws IOException {
    visitor.serverName = serverName;
    visitor.claim = claim;
    // The client may send more before the answer comes.
    visitor.drained = false;
    if (visitor.kept == null) {
      visitor.keep(received);
      undecided.grew(visitor.keptBytes());
    }
    if (visitor.key != null) {
      // Nothing is read during the look-up. Without this the selector would report the connection
      // again and again.
      visitor.key.interestOps(0);
    }
    if (!verifier.submit(visitor)) {
      counters.verifierFull();
      decideVerified(visitor, visitor.kept.flip(), Verdict.UNKNOWN, nowNanos);
    }
  }

  /** Decides by the result of the look-up. */
  void decideVerified(Visitor visitor, ByteBuffer received, Verdict verdict, long nowNanos)
      throws IOException {
    if (verdict.standing() == Standing.UNKNOWN) {
      gate.noteUnknownClaim();
      visits.receiveNew(visitor, received, nowNanos);
      return;
    } else if (!gate.isShadow() && !verifier.hasRoom(verdict)) {
      dispatch.refuseWithoutPage(visitor, RefusalReason.VISIT_CONNECTIONS, entryOf(verdict));
      return;
    } else if (!lane.tryUse(visitor.laneKeys, visitor.channel, nowNanos)) {
      counters.overused();
    } else if (verdict.standing() == Standing.CONTINUING) {
      visitor.verdict = verdict;
      dispatch.apply(visitor, received, gate.decideContinuing(verdict.visit(), nowNanos));
      return;
    } else if (verdict.standing() == Standing.OVERDRAWN && !visits.isShortOfPlaces()) {
      visitor.verdict = verdict;
      dispatch.apply(visitor, received, gate.decideOverdrawn(nowNanos));
      return;
    } else {
      visitor.verdict = verdict;
      visitor.entry = entryOf(verdict);
      visits.noteAddress(visitor);
    }
    visits.begin(visitor, received, nowNanos);
  }

  /** Returns the entry as which a connection with a known session would be admitted. */
  private static Entry entryOf(Verdict verdict) {
    return switch (verdict.standing()) {
      case CONTINUING -> Entry.VERIFIED;
      case RETURNING, OVERDRAWN -> Entry.RETURNING;
      case COURTESY -> Entry.COURTESY;
      case UNKNOWN -> Entry.NEW;
    };
  }
}

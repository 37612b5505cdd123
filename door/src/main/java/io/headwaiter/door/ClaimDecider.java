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
 * Decides about a complete hello by what it claims: believes the claim, has it looked up, or takes
 * the connection as a new one. Belongs to the loop's thread.
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
   * @param undecided has the connections whose claims are looked up
   * @param visits takes the connections with which a visit would begin
   * @param dispatch carries the decisions out
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
      // Whatever a look-up would say, it is one of a crowd.
      counters.overused();
      visits.begin(visitor, received, nowNanos);
      return;
    }
    // No client takes one of the last places by a claim alone.
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
    // By the time the answer comes the client may have sent more.
    visitor.drained = false;
    if (visitor.kept == null) {
      visitor.keep(received);
      undecided.grew(visitor.keptBytes());
    }
    if (visitor.key != null) {
      // Nothing is read while the claim is looked up; without this the selector would report the
      // connection again and again.
      visitor.key.interestOps(0);
    }
    if (!verifier.submit(visitor)) {
      counters.verifierFull();
      decideVerified(visitor, visitor.kept.flip(), Verdict.UNKNOWN, nowNanos);
    }
  }

  /** Decides by what the look-up of the claim has brought. */
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

  /** As what a connection whose session is known would be let in. */
  private static Entry entryOf(Verdict verdict) {
    return switch (verdict.standing()) {
      case CONTINUING -> Entry.VERIFIED;
      case RETURNING, OVERDRAWN -> Entry.RETURNING;
      case COURTESY -> Entry.COURTESY;
      case UNKNOWN -> Entry.NEW;
    };
  }
}

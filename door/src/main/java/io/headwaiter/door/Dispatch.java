package io.headwaiter.door;

import io.headwaiter.core.admission.AdmissionGate;
import io.headwaiter.core.admission.Decision;
import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.core.admission.ParallelConnections;
import io.headwaiter.core.admission.RefusalReason;
import io.headwaiter.core.admission.Verdict.Standing;
import java.nio.ByteBuffer;
import java.util.function.LongSupplier;

/**
 * Carries out the decision on a connection: hands it to the container, or refuses it. Confined to
 * the loop's thread.
 */
final class Dispatch {
  private final boolean courtesyPages;
  private final AdmissionGate gate;
  private final DoorHost host;
  private final Farewell farewell;
  private final VerifierThread verifier;
  private final ParallelConnections parallel;
  private final UndecidedList undecided;
  private final LongSupplier clock;

  /**
   * @param style how connections end that the gate refuses
   * @param farewell ends the connections that are not admitted
   * @param verifier is told of visits that are admitted with a known session
   * @param parallel is told of visits that may open more connections
   * @param undecided loses the connections that are decided here
   */
  Dispatch(
      RefusalStyle style,
      AdmissionGate gate,
      DoorHost host,
      Farewell farewell,
      VerifierThread verifier,
      ParallelConnections parallel,
      UndecidedList undecided,
      LongSupplier clock) {
    this.courtesyPages = style.kind() == RefusalStyle.Kind.COURTESY;
    this.gate = gate;
    this.host = host;
    this.farewell = farewell;
    this.verifier = verifier;
    this.parallel = parallel;
    this.undecided = undecided;
    this.clock = clock;
  }

  /** Admits or refuses a connection, as the gate has decided. */
  void apply(Visitor visitor, ByteBuffer received, Decision decision) {
    undecided.remove(visitor);
    visitor.forget();
    if (decision.outcome() == Decision.Outcome.ADMIT) {
      admit(visitor, received, decision.entry());
    } else {
      turnAway(visitor, received);
    }
  }

  private void admit(Visitor visitor, ByteBuffer received, Entry entry) {
    if (entry.isVisit() && visitor.verdict.standing() != Standing.UNKNOWN) {
      verifier.letIn(visitor.verdict);
    }
    // Without shadow mode a SHADOW visit would have been refused.
    if (entry.isVisit() && entry != Entry.SHADOW) {
      parallel.visitLetIn(visitor.address, clock.getAsLong());
    }
    if (visitor.key != null) {
      visitor.key.cancel();
    }
    host.admit(
        visitor.channel,
        received,
        new Admission(
            entry,
            visitor.verdict.visit(),
            Networks.addressOf(visitor.channel),
            gate.decidedNanos()));
  }

  /** Refuses a connection: with a courtesy page, if the budget for pages allows one. */
  private void turnAway(Visitor visitor, ByteBuffer received) {
    if (!courtesyPages || !gate.grantCourtesy(clock.getAsLong())) {
      farewell.refuse(visitor);
      return;
    }
    if (visitor.key != null) {
      visitor.key.cancel();
    }
    host.courtesy(visitor.channel, received);
  }

  /** Refuses a visit that got no waiting place, lost its place, or waited too long. */
  void refuseWaiting(Visitor visitor, ByteBuffer received, RefusalReason reason) {
    noteRefusedVisit(visitor, reason, visitor.entry);
    turnAway(visitor, received);
  }

  /** Refuses a visit for lack of connections; it gets no page, which would take one. */
  void refuseWithoutPage(Visitor visitor, RefusalReason reason, Entry entry) {
    noteRefusedVisit(visitor, reason, entry);
    farewell.refuse(visitor);
  }

  private void noteRefusedVisit(Visitor visitor, RefusalReason reason, Entry entry) {
    undecided.remove(visitor);
    visitor.forget();
    gate.noteRefusal(reason, entry, clock.getAsLong());
  }

  /** Closes a connection, if it is undecided, for a reason outside the gate. */
  void closeUndecided(Visitor visitor, RefusalReason reason) {
    if (undecided.contains(visitor)) {
      close(visitor, reason);
    }
  }

  /** Closes a connection for a reason outside the gate. */
  void close(Visitor visitor, RefusalReason reason) {
    undecided.remove(visitor);
    visitor.forget();
    gate.noteRefusal(reason, clock.getAsLong());
    farewell.close(visitor);
  }
}

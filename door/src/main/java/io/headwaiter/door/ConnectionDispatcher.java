package io.headwaiter.door;

import io.headwaiter.core.admission.AdmissionGate;
import io.headwaiter.core.admission.Decision;
import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.core.admission.ParallelConnections;
import io.headwaiter.core.admission.RefusalReason;
import io.headwaiter.core.admission.SessionLookup.Standing;
import java.nio.ByteBuffer;
import java.util.function.LongSupplier;

/**
 * Carries out the decision on a connection: hands it to the container, or refuses it. Confined to
 * the loop's thread.
 */
final class ConnectionDispatcher {
  private final boolean courtesyPages;
  private final AdmissionGate gate;
  private final DoorHost host;
  private final ConnectionCloser closer;
  private final VerifierThread verifier;
  private final ParallelConnections parallel;
  private final UndecidedList undecided;
  private final LongSupplier clock;

  /**
   * @param style how connections end that the gate refuses
   * @param closer ends the connections that are not admitted
   * @param verifier is told of visits that are admitted with a known session
   * @param parallel is told of visits that begin or go on, and may open more connections
   * @param undecided loses the connections that are decided here
   */
  ConnectionDispatcher(
      RefusalStyle style,
      AdmissionGate gate,
      DoorHost host,
      ConnectionCloser closer,
      VerifierThread verifier,
      ParallelConnections parallel,
      UndecidedList undecided,
      LongSupplier clock) {
    this.courtesyPages = style.kind() == RefusalStyle.Kind.COURTESY;
    this.gate = gate;
    this.host = host;
    this.closer = closer;
    this.verifier = verifier;
    this.parallel = parallel;
    this.undecided = undecided;
    this.clock = clock;
  }

  /** Admits or refuses a connection, as the gate has decided. */
  void apply(PendingConnection pending, ByteBuffer received, Decision decision) {
    undecided.remove(pending);
    pending.forget();
    if (decision.outcome() == Decision.Outcome.ADMIT) {
      admit(pending, received, decision.admittedAs());
    } else {
      turnAway(pending, received);
    }
  }

  private void admit(PendingConnection pending, ByteBuffer received, Entry entry) {
    if (entry.isVisit() && pending.lookup.standing() != Standing.UNKNOWN) {
      verifier.noteAdmitted(pending.lookup);
    }
    // Without shadow mode a SHADOW visit would have been refused. No address is noted if a ticket
    // is used too often: such a visit brings no rights.
    if (pending.address != Networks.UNKNOWN
        && (entry == Entry.VERIFIED || (entry.isVisit() && entry != Entry.SHADOW))) {
      parallel.bringRights(pending.address, clock.getAsLong());
    }
    if (pending.key != null) {
      pending.key.cancel();
    }
    pending.isGivenAway = true;
    host.admit(
        pending.channel,
        received,
        new AdmittedConnection(
            entry,
            pending.lookup.visit(),
            pending.client(),
            gate.decidedNanos(),
            pending.named,
            pending.arrivedNanos));
  }

  /** Refuses a connection: with a courtesy page, if the budget for pages allows one. */
  private void turnAway(PendingConnection pending, ByteBuffer received) {
    boolean getsPage = courtesyPages && gate.grantCourtesy(clock.getAsLong());
    pending.isGivenAway = true;
    if (!getsPage) {
      closer.refuse(pending);
      return;
    }
    if (pending.key != null) {
      pending.key.cancel();
    }
    host.courtesy(pending.channel, received);
  }

  /**
   * Refuses a visit for a reason outside the gate. It gets no page, which would take a connection.
   */
  void refuseWithoutPage(PendingConnection pending, RefusalReason reason, Entry entry) {
    undecided.remove(pending);
    pending.forget();
    gate.noteRefusal(reason, entry, clock.getAsLong());
    pending.isGivenAway = true;
    closer.refuse(pending);
  }

  /**
   * Closes a connection for a reason outside the gate, if it is undecided, or was decided and a
   * failure came before the container or the closer had it.
   */
  void closeUndecided(PendingConnection pending, RefusalReason reason) {
    if (undecided.contains(pending)) {
      close(pending, reason);
    } else if (pending.place == null && !pending.isGivenAway) {
      gate.noteLost(reason); // the gate has decided already
      closer.close(pending);
    }
  }

  /** Closes a connection for a reason outside the gate. */
  void close(PendingConnection pending, RefusalReason reason) {
    undecided.remove(pending);
    pending.forget();
    gate.noteRefusal(reason, clock.getAsLong());
    pending.isGivenAway = true;
    closer.close(pending);
  }
}

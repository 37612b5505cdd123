package io.headwaiter.door;

import io.headwaiter.core.admission.AdmissionGate;
import io.headwaiter.core.admission.Decision;
import io.headwaiter.core.admission.ParallelConnections;
import io.headwaiter.core.admission.RefusalReason;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Takes connections without a session of a visit under way. Such a connection belongs to a visit
 * that began from the same address a moment ago, or it would begin a visit and needs a connection
 * place. Confined to the loop's thread.
 */
final class VisitStart {
  private final AdmissionGate gate;
  private final DoorHost host;
  private final ConnectionSlots slots;
  private final ParallelConnections parallel;
  private final WaitingConnections waitingConnections;
  private final ConnectionDispatcher dispatcher;
  private final Networks addresses = new Networks(Integer.SIZE, Long.SIZE);

  VisitStart(
      AdmissionGate gate,
      DoorHost host,
      ConnectionSlots slots,
      ParallelConnections parallel,
      WaitingConnections waitingConnections,
      ConnectionDispatcher dispatcher) {
    this.gate = gate;
    this.host = host;
    this.slots = slots;
    this.parallel = parallel;
    this.waitingConnections = waitingConnections;
    this.dispatcher = dispatcher;
  }

  /** Takes a connection without a known session; only its address can identify its visit. */
  void receiveNew(PendingConnection pending, ByteBuffer received, long nowNanos)
      throws IOException {
    noteAddress(pending);
    if (parallel.tryUse(pending.address, nowNanos, () -> mayOpenParallel(pending))) {
      dispatcher.apply(pending, received, gate.admitParallel());
    } else {
      begin(pending, received, nowNanos);
    }
  }

  private boolean mayOpenParallel(PendingConnection pending) {
    return host.mayOpenParallel(pending.client());
  }

  /** Notes the client's address if parallel connections are recognised by it. */
  void noteAddress(PendingConnection pending) throws IOException {
    if (parallel.areAllowed()) {
      pending.address = addresses.ofKnown(pending.client());
    }
  }

  /** Takes a connection that would begin a visit. */
  void begin(PendingConnection pending, ByteBuffer received, long nowNanos) throws IOException {
    if (isShortOfPlaces()) {
      dispatcher.refuseWithoutPage(pending, RefusalReason.PLACES_KEPT, pending.entry);
    } else {
      Decision decision = waitingConnections.receive(pending, received, nowNanos);
      if (decision.outcome() != Decision.Outcome.WAIT) {
        dispatcher.apply(pending, received, decision);
      }
    }
  }

  /** Returns whether the remaining connection places are kept for visits under way. */
  boolean isShortOfPlaces() {
    return !gate.isShadow() && slots.areShort();
  }
}

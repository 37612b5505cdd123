package io.headwaiter.door;

import io.headwaiter.core.admission.AdmissionGate;
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
  private final Places places;
  private final ParallelConnections parallel;
  private final Lobby lobby;
  private final Dispatch dispatch;
  private final Networks addresses = new Networks(Integer.SIZE, Long.SIZE);

  VisitStart(
      AdmissionGate gate,
      Places places,
      ParallelConnections parallel,
      Lobby lobby,
      Dispatch dispatch) {
    this.gate = gate;
    this.places = places;
    this.parallel = parallel;
    this.lobby = lobby;
    this.dispatch = dispatch;
  }

  /** Takes a connection without a known session; only its address can identify its visit. */
  void receiveNew(Visitor visitor, ByteBuffer received, long nowNanos) throws IOException {
    noteAddress(visitor);
    if (parallel.tryUse(visitor.address, nowNanos)) {
      dispatch.apply(visitor, received, gate.admitParallel());
    } else {
      begin(visitor, received, nowNanos);
    }
  }

  /** Notes the client's address if parallel connections are recognised by it. */
  void noteAddress(Visitor visitor) throws IOException {
    if (parallel.areAllowed()) {
      visitor.address = addresses.of(visitor.channel.getRemoteAddress());
    }
  }

  /** Takes a connection that would begin a visit. */
  void begin(Visitor visitor, ByteBuffer received, long nowNanos) throws IOException {
    if (isShortOfPlaces()) {
      dispatch.refuseWithoutPage(visitor, RefusalReason.PLACES_KEPT, visitor.entry);
    } else {
      lobby.receive(visitor, received, nowNanos);
    }
  }

  /** Returns whether the remaining connection places are kept for visits under way. */
  boolean isShortOfPlaces() {
    return !gate.isShadow() && places.areShort();
  }
}

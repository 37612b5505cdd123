package io.headwaiter.core.capacity;

import io.headwaiter.core.admission.AdmissionPolicy;

/**
 * What a controller believed and decided in its last interval.
 *
 * @param sequence number of the interval, from 0 (nothing measured yet)
 * @param intervalNanos its length
 * @param processors A(k), processors available
 * @param resumedConnections O(k), resumed connections that came in
 * @param newAllowed N(k), new visits allowed in the next interval
 * @param fullHandshakeNanos learned CPU time of a full handshake
 * @param resumedHandshakeNanos learned CPU time of a resumed handshake
 * @param requestNanos learned CPU time of a request
 * @param newVisitNanos learned CPU time of a new visit to its end, CT_N in the formula
 * @param refusalNanos learned CPU time of refusing a connection
 * @param requestsPerVisit learned number of requests of a visit
 * @param queueDelayNanos worker queueing delay as the controller sees it
 * @param correction factor that the queueing delay puts on the budget; 1 is none
 * @param falsePart part of the connections let in as resumed that needed a full handshake, 0 to 1
 * @param waitingMax turns of work that may wait while new visits come in
 */
public record ControlReport(
    long sequence,
    long intervalNanos,
    double processors,
    long resumedConnections,
    double newAllowed,
    double fullHandshakeNanos,
    double resumedHandshakeNanos,
    double requestNanos,
    double newVisitNanos,
    double refusalNanos,
    double requestsPerVisit,
    double queueDelayNanos,
    double correction,
    double falsePart,
    int waitingMax) {
  /** Nothing measured, nothing limited. */
  public static final ControlReport NONE =
      new ControlReport(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, AdmissionPolicy.NO_BOUND);
}

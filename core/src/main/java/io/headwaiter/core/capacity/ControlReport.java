package io.headwaiter.core.capacity;

import java.util.Objects;

/**
 * The estimates and decisions of a controller in its last interval.
 *
 * @param sequence number of the interval, from 0 (nothing measured yet)
 * @param intervalNanos its length
 * @param supply the processors there were, A(k) among them
 * @param resumedConnections O(k), claimed and verified resumptions that were admitted
 * @param newAllowed N(k), new visits allowed in the next interval
 * @param fullHandshakeNanos learned CPU time of a full handshake
 * @param resumedHandshakeNanos learned CPU time of a resumed handshake
 * @param requestNanos learned CPU time of a request
 * @param newVisitNanos learned CPU time of a new visit to its end, CT_N in the formula
 * @param refusalNanos learned CPU time of refusing a connection
 * @param connectionOverheadNanos learned CPU time of a connection beside its handshake and its
 *     requests
 * @param requestOverheadNanos learned CPU time of a request beside what its own thread spends on it
 * @param requestsPerVisit learned number of requests and later handshakes of a visit
 * @param queueDelayNanos worker queueing delay that the controller uses
 * @param correction factor on the budget that keeps the processors busy while visits are refused; 1
 *     is none
 * @param idleWhileRefusing idle part of the processors while new visits were refused or waited,
 *     over about the last ten seconds; 0 if that was for less than about half a second
 * @param falsePart part of the connections admitted as resumed that needed a full handshake or did
 *     not finish theirs, 0 to 1
 * @param waitingMax turns that may wait while new visits are admitted
 * @param promisedProcessors processors that the visits under way need
 * @param neededProcessors processors that would carry all that is offered, refused visits included,
 *     without what the compiler takes
 * @param spareProcessors processors that could be given back; 0 while they are needed
 * @param newVisitsPerSecondMax new visits a second that the server carries in the long run, by its
 *     scarcest resource; infinity where nothing is known
 * @param bottleneck that resource
 * @param confidence part of the visit cost that is measured, from 0, as assumed at the start, to 1,
 *     watched to its end
 * @param continuingPart part of the visits under way that may open connections, 0 to 1; below 1
 *     only after these visits alone were more than the server could carry
 * @param excessProcessors processors that visits over their account may keep busy; infinity where
 *     they are not bounded
 * @param excessUsed processors that excess kept busy recently
 */
public record ControlReport(
    long sequence,
    long intervalNanos,
    CpuSupply supply,
    long resumedConnections,
    double newAllowed,
    double fullHandshakeNanos,
    double resumedHandshakeNanos,
    double requestNanos,
    double newVisitNanos,
    double refusalNanos,
    double connectionOverheadNanos,
    double requestOverheadNanos,
    double requestsPerVisit,
    double queueDelayNanos,
    double correction,
    double idleWhileRefusing,
    double falsePart,
    int waitingMax,
    double promisedProcessors,
    double neededProcessors,
    double spareProcessors,
    double newVisitsPerSecondMax,
    Resource bottleneck,
    double confidence,
    double continuingPart,
    double excessProcessors,
    double excessUsed) {
  /** Nothing measured, nothing limited. */
  public static final ControlReport NONE = builder(0, 0).build();

  /** Checks that no object is null. */
  public ControlReport {
    Objects.requireNonNull(supply, "supply");
    Objects.requireNonNull(bottleneck, "bottleneck");
  }

  /**
   * Starts a report without values.
   *
   * @param sequence number of the interval
   * @param intervalNanos its length
   */
  public static ControlReportBuilder builder(long sequence, long intervalNanos) {
    return new ControlReportBuilder(sequence, intervalNanos);
  }

  /** Returns A(k), the processors available: {@link CpuSupply#processors}. */
  public double processors() {
    return supply.processors();
  }
}

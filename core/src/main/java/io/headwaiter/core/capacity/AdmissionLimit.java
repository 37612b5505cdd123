package io.headwaiter.core.capacity;

import io.headwaiter.core.admission.AdmissionPolicy;

/**
 * The limit on new visits, and the figures it was computed from.
 *
 * @param newAllowed N(k), new visits allowed in the next interval
 * @param waitingMax turns that may wait while new visits are admitted
 * @param queueDelayNanos worker queueing delay that the controller uses
 * @param correction factor on the budget that keeps the processors busy while visits are refused; 1
 *     is none
 * @param idleWhileRefusing idle part of the processors while new visits were refused or waited,
 *     over about the last ten seconds; 0 if that was for less than about half a second
 * @param continuingPart part of the visits under way that may open connections, 0 to 1; below 1
 *     only after these visits alone were more than the server could carry
 */
public record AdmissionLimit(
    double newAllowed,
    int waitingMax,
    double queueDelayNanos,
    double correction,
    double idleWhileRefusing,
    double continuingPart) {
  /** Nothing is limited. */
  public static final AdmissionLimit NONE =
      new AdmissionLimit(0, AdmissionPolicy.NO_BOUND, 0, 1, 0, 1);
}

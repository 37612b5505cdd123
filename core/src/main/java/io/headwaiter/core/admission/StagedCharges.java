package io.headwaiter.core.admission;

import io.headwaiter.core.admission.Decision.Entry;

/**
 * Charges the cost of a new visit in stages. So clients that stay silent do not displace others,
 * and a client that goes on has been charged for it:
 *
 * <pre>
 *   hello            f                    cost of answering it, charged at once
 *                    + p1 * (h - f)       reserved for the rest of the handshake
 *                    + p2 * (V - h)       reserved for the rest of the visit
 *   handshake done   (1 - p1) * (h - f)
 *   first request    (1 - p2) * (V - h)
 *   V, h, f   cost of a visit, of a full handshake, of one that is not finished
 *   R         cost of a returning visit: hello R - (V - h) + p2 * (V - h), because its handshake is
 *             a small one; first request as above
 *   p1, p2    parts, learned from how many admitted clients go on, see {@link Reservations}
 * </pre>
 *
 * <p>Worked number: V = 15 ms, h = 4, f = 1. Of 420 hellos a second 400 are followed by silence, p1
 * = p2 = 0.05: these 400 are finally charged 400 * 1 ms a second and have 400 * 0.7 ms reserved,
 * where whole costs would reserve 6 s of CPU time a second until the handshakes time out.
 *
 * <p>Belongs to the door's thread.
 */
final class StagedCharges {
  private static final double ROUNDING = 1e-3;

  private final Reservations handshakes = new Reservations();
  private final Reservations requests = new Reservations();
  // Rounding rest, mostly less than a nanosecond.
  private double owedNanos;

  /**
   * Advances the time.
   *
   * @return the amount to give back, at least 0
   */
  long goOn(long nowNanos) {
    owedNanos += handshakes.goOn(nowNanos) + requests.goOn(nowNanos);
    long back = (long) (owedNanos + ROUNDING);
    owedNanos -= back;
    return back;
  }

  /**
   * Returns the amount to charge for a visit that is admitted now.
   *
   * @param entry {@link Entry#NEW}, or the entry of a returning visit
   */
  double chargeAdmission(Entry entry, AdmissionPolicy policy) {
    if (entry != Entry.NEW) {
      double restNanos = visitRestNanos(policy);
      return Math.max(0, policy.returningCostNanos() - restNanos)
          + requests.noteAdmitted(restNanos);
    }
    return answerNanos(policy)
        + handshakes.noteAdmitted(handshakeRestNanos(policy))
        + requests.noteAdmitted(visitRestNanos(policy));
  }

  /** Returns the amount to charge for handshakes that are done. */
  double handshakesDone(AdmissionPolicy policy, SlotCounts noted) {
    return done(handshakes, handshakeRestNanos(policy), noted);
  }

  /** Returns the amount to charge for first requests that have come. */
  double requestsCame(AdmissionPolicy policy, SlotCounts noted) {
    return done(requests, visitRestNanos(policy), noted);
  }

  private static double done(Reservations reservations, double costNanos, SlotCounts noted) {
    double charge = noted.takeLate() * costNanos;
    for (long bits = noted.takeMarked(); bits != 0; bits &= bits - 1) {
      int slot = Long.numberOfTrailingZeros(bits);
      charge += reservations.done(costNanos, slot, noted.take(slot));
    }
    return charge;
  }

  private static double answerNanos(AdmissionPolicy policy) {
    return Math.min(policy.abandonedCostNanos(), policy.handshakeCostNanos());
  }

  private static double handshakeRestNanos(AdmissionPolicy policy) {
    return policy.handshakeCostNanos() - answerNanos(policy);
  }

  private static double visitRestNanos(AdmissionPolicy policy) {
    return policy.newVisitCostNanos() - policy.handshakeCostNanos();
  }
}

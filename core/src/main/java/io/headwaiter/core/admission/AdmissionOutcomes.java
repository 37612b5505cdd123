package io.headwaiter.core.admission;

import io.headwaiter.core.admission.Decision.Entry;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * What connections that were let in turned out to be. It is counted at once; the gate takes what it
 * costs into its budget with its next decision.
 *
 * <p>Thread-safe, but for {@link #settle}, which belongs to the gate's thread.
 */
public final class AdmissionOutcomes {
  private final GateCounters counters;
  private final Supplier<AdmissionPolicy> policies;
  private final AtomicLong unpaidVisits = new AtomicLong();
  private final AtomicLong unpaidReturns = new AtomicLong();
  private final AtomicLong unseenReturns = new AtomicLong();
  private final AtomicLong abandoned = new AtomicLong();
  private final SlotCounts handshakes = new SlotCounts();
  private final SlotCounts firstRequests = new SlotCounts();

  /**
   * Outcomes of a gate.
   *
   * @param counters of the gate
   * @param policies gives the policy that was published last
   */
  AdmissionOutcomes(GateCounters counters, Supplier<AdmissionPolicy> policies) {
    this.counters = counters;
    this.policies = policies;
  }

  /**
   * Charges a whole visit for a connection that passed first and turned out to be new: its full
   * handshake is among those from which the cost of a visit is learned, so that is what one of them
   * costs on average.
   */
  public void chargeBypass() {
    unpaidVisits.incrementAndGet();
  }

  /**
   * Charges for a connection that was to resume and turned out to be new: a whole visit, less what
   * was paid when it was let in.
   */
  public void chargeFalseResumption(Entry entry) {
    counters.falseResumption();
    (entry.isVisit() ? unpaidReturns : unpaidVisits).incrementAndGet();
  }

  /**
   * Charges a visit that was let in unseen, as {@link Entry#CLAIMED}, and turned out to begin.
   *
   * @param entry as what it would have come in, had it been looked up
   */
  public void chargeUnseen(Entry entry) {
    counters.unseen(entry);
    unseenReturns.incrementAndGet();
  }

  /**
   * Counts a connection that was let in as resumed and has not finished its handshake: it counts
   * for the part of the claims that is false, so that claims are looked up before they come in.
   */
  public void noteFailedClaim() {
    counters.failedClaim();
  }

  /**
   * Counts a connection that was let in as resumed, turned out to be new, and was stopped before
   * its handshake: false, and free.
   */
  public void noteStoppedResumption() {
    counters.falseResumption();
    counters.stoppedResumption();
    counters.refused(RefusalReason.RESUMPTION_STOPPED);
  }

  /**
   * Gives back what a new visit has not used whose client left before its handshake was done; where
   * visits are charged in stages that lapses by itself. Otherwise a client that opens connections
   * and leaves would spend the budget of whole visits at the price of a hello. A visit that returns
   * gets nothing of what it paid at once: it may go on by another connection, which came in free
   * beside the first.
   */
  public void refundAbandoned() {
    counters.abandoned();
    abandoned.incrementAndGet();
  }

  /**
   * A connection that was let in as {@link Entry#NEW} has finished its handshake; {@link
   * #firstRequest} follows if its client asks for something.
   *
   * @param letInNanos when it was let in
   */
  public void handshakeDone(long letInNanos, long nowNanos) {
    if (policies.get().isStaged()) {
      handshakes.add(letInNanos, nowNanos);
    }
  }

  /**
   * The first request of a visit that was let in then, by any connection: as {@link Entry#NEW},
   * {@link Entry#RETURNING} or {@link Entry#COURTESY}, and not by {@link
   * AdmissionGate#decideOverdrawn}.
   */
  public void firstRequest(long letInNanos, long nowNanos) {
    if (policies.get().isStaged()) {
      firstRequests.add(letInNanos, nowNanos);
    }
  }

  /** Charges and gives back what was noted since the last call. */
  void settle(AdmissionPolicy policy, CpuBudget budget, StagedPrices prices) {
    double visit = policy.newVisitCostNanos();
    double returning = policy.returningCostNanos();
    double charges =
        take(unpaidVisits) * visit
            + take(unpaidReturns) * (visit - returning)
            + take(unseenReturns) * returning
            + prices.handshakesDone(policy, handshakes)
            + prices.requestsCame(policy, firstRequests);
    long left = take(abandoned);
    // What is reserved in stages lapses by itself.
    double unused = policy.isStaged() ? 0 : left * Math.max(0, visit - policy.abandonedCostNanos());
    if (charges > 0) {
      budget.charge((long) charges);
    }
    if (unused > 0) {
      budget.giveBack((long) unused, policy.budgetMaxNanos());
    }
  }

  private static long take(AtomicLong noted) {
    // A plain read first: there is mostly nothing, and the gate asks at every decision.
    return noted.get() == 0 ? 0 : noted.getAndSet(0);
  }
}

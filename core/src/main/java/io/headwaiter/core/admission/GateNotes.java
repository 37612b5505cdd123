package io.headwaiter.core.admission;

import io.headwaiter.core.admission.Decision.Entry;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What is found out about connections after they were let in, noted by any thread until the gate
 * takes it into its budget.
 */
final class GateNotes {
  private final AtomicLong unpaidVisits = new AtomicLong();
  private final AtomicLong unpaidReturns = new AtomicLong();
  private final AtomicLong unseenReturns = new AtomicLong();
  private final AtomicLong abandoned = new AtomicLong();
  private final SlotCounts handshakes = new SlotCounts();
  private final SlotCounts firstRequests = new SlotCounts();

  /** Let in as {@code entry} for less than a visit, it did a full handshake all the same. */
  void unpaid(Entry entry) {
    (entry.isVisit() ? unpaidReturns : unpaidVisits).incrementAndGet();
  }

  /** Let in unseen, it begins a visit with a resumed handshake. */
  void unseenReturn() {
    unseenReturns.incrementAndGet();
  }

  /** A new visit has left before its handshake was done. */
  void abandoned() {
    abandoned.incrementAndGet();
  }

  /** A new visit that was let in then has finished its handshake. */
  void handshakeDone(long letInNanos, long nowNanos) {
    handshakes.add(letInNanos, nowNanos);
  }

  /** The first request of a new visit has come that was let in then. */
  void firstRequest(long letInNanos, long nowNanos) {
    firstRequests.add(letInNanos, nowNanos);
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

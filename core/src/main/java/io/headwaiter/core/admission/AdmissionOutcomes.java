package io.headwaiter.core.admission;

import io.headwaiter.core.admission.Decision.Entry;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Records how admitted connections turn out. Counts each outcome at once. The gate charges its cost
 * with the next decision under a policy that is not open.
 *
 * <p>Thread-safe, except for {@link #settle}, which belongs to the gate's thread.
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
   * Creates the outcomes of a gate.
   *
   * @param counters the gate's counters
   * @param policies supplies the policy that was published last
   */
  AdmissionOutcomes(GateCounters counters, Supplier<AdmissionPolicy> policies) {
    this.counters = counters;
    this.policies = policies;
  }

  /**
   * Charges a whole visit for a bypass connection that turned out to be new. Its full handshake is
   * among those from which the visit cost is learned, so the visit cost is what it costs on
   * average.
   */
  public void chargeBypass() {
    unpaidVisits.incrementAndGet();
  }

  /**
   * Charges for a connection that was admitted as a resumption and turned out to be new: the visit
   * cost, less the charge at admission.
   */
  public void chargeFalseResumption(Entry entry) {
    counters.falseResumption();
    (entry.isVisit() ? unpaidReturns : unpaidVisits).incrementAndGet();
  }

  /**
   * Charges a visit that was admitted unverified, as {@link Entry#CLAIMED}, and turned out to begin
   * with this connection.
   *
   * @param entry the entry that verification would have given
   */
  public void chargeUnseen(Entry entry) {
    counters.unseen(entry);
    unseenReturns.incrementAndGet();
  }

  /**
   * Counts a connection that was admitted as a resumption and has not finished its handshake. It
   * raises the measured part of false claims, so that the gate verifies claims sooner.
   */
  public void noteFailedClaim() {
    counters.failedClaim();
  }

  /**
   * Counts a connection that was admitted as a resumption, turned out to be new, and was stopped:
   * before its full handshake, or right after it if the engine cannot stop before. It counts as
   * false, and is not charged. {@link #noteFailedClaim} is to be called for it, too.
   */
  public void noteStoppedResumption() {
    counters.stoppedResumption();
    counters.refused(RefusalReason.RESUMPTION_STOPPED);
  }

  /**
   * Gives back what a new visit has not used if its client left before its handshake was done.
   * Where visits are charged in stages, the reservation lapses by itself. Without the refund, a
   * client that opens connections and leaves would spend the budget of whole visits for the cost of
   * a hello. A returning visit gets nothing back of what it was charged at once: it may go on with
   * another connection, which was admitted free beside the first.
   */
  public void refundAbandoned() {
    counters.abandoned();
    abandoned.incrementAndGet();
  }

  /**
   * Notes that a connection admitted as {@link Entry#NEW} has finished its handshake; {@link
   * #firstRequest} follows if its client sends a request.
   *
   * @param admittedNanos when it was admitted
   */
  public void handshakeDone(long admittedNanos, long nowNanos) {
    if (policies.get().isStaged()) {
      handshakes.add(admittedNanos, nowNanos);
    }
  }

  /**
   * Notes the first request of a visit, on any connection.
   *
   * @param admittedNanos when the visit was admitted: as {@link Entry#NEW}, {@link Entry#RETURNING}
   *     or {@link Entry#COURTESY}, and not by {@link AdmissionGate#decideOverdrawn}
   */
  public void firstRequest(long admittedNanos, long nowNanos) {
    if (policies.get().isStaged()) {
      firstRequests.add(admittedNanos, nowNanos);
    }
  }

  /**
   * Charges and gives back what was noted since the last call.
   *
   * @return how many admitted clients left before their handshake was done
   */
  long settle(AdmissionPolicy policy, CpuBudget budget, StagedCharges prices) {
    double visit = policy.newVisitCostNanos();
    double returning = policy.returningCostNanos();
    double charges =
        take(unpaidVisits) * visit
            + take(unpaidReturns) * (visit - returning)
            + take(unseenReturns) * returning
            + prices.handshakesDone(policy, handshakes)
            + prices.requestsCame(policy, firstRequests);
    long left = take(abandoned);
    // Staged reservations lapse by themselves.
    double unused = policy.isStaged() ? 0 : left * Math.max(0, visit - policy.abandonedCostNanos());
    if (charges > 0) {
      budget.charge((long) charges);
    }
    if (unused > 0) {
      budget.giveBack((long) unused, policy.budgetMaxNanos());
    }
    return left;
  }

  private static long take(AtomicLong noted) {
    // A plain read first: the count is mostly 0, and the gate reads it at every decision.
    return noted.get() == 0 ? 0 : noted.getAndSet(0);
  }
}

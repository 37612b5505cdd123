package io.headwaiter.core.admission;

import io.headwaiter.core.admission.Decision.Entry;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntSupplier;

/**
 * Decides about one connection after another, from its claim and the policy in force. No look-up,
 * no lock, no clock: a decision is a few arithmetic operations.
 *
 * <p>New visits take their whole expected cost out of the CPU-time budget or are refused, and they
 * are refused while too much work waits for the workers; refusals take their small cost; verified
 * resumptions come in free, because their visit has paid. Claims are believed only while there is
 * budget to spare and no work waits; otherwise they are to be verified, and what fails counts as
 * new.
 *
 * <p>Where new visits can wait, {@link #offerNew} takes the place of {@link #decideNew}: it lets in
 * on the same terms and at the same price, and charges nothing to those it does not let in. They
 * are refused by {@link #noteRefusal} if it comes to that, once.
 *
 * <p>Threads: {@link #decideNew}, {@link #offerNew}, {@link #decideClaim}, {@link #decideVerified},
 * {@link #noteRefusal}, {@link #nanosToRoom}, {@link #hasRoom} and {@link #newVisitsPerSecond}
 * belong to one thread, the door's. {@link #publish}, {@link #chargeFalseResumption}, {@link
 * #noteStoppedResumption}, {@link #refundAbandoned} and {@link #counters} may be called from any.
 */
public final class AdmissionGate {
  // The worker queue empties without telling anybody.
  private static final long WORK_LOOK_NANOS = 1_000_000L;
  private static final double NANOS_PER_SECOND = 1e9;

  private final CpuBudget budget = new CpuBudget();
  private final GateCounters counters = new GateCounters();
  private final AtomicLong falseResumptions = new AtomicLong();
  private final AtomicLong abandoned = new AtomicLong();
  private final IntSupplier waiting;
  private volatile AdmissionPolicy published;
  private long sequenceInForce = -1;

  /** A gate that follows {@code initial} until a controller publishes another policy. */
  public AdmissionGate(AdmissionPolicy initial) {
    this(initial, () -> 0);
  }

  /**
   * A gate that also sees the queue in front of the workers.
   *
   * @param waiting turns of work that wait for a worker at this instant; asked on the door's thread
   */
  public AdmissionGate(AdmissionPolicy initial, IntSupplier waiting) {
    this.published = Objects.requireNonNull(initial, "initial");
    this.waiting = Objects.requireNonNull(waiting, "waiting");
  }

  /** Puts a policy in force, from the next decision on. */
  public void publish(AdmissionPolicy policy) {
    published = Objects.requireNonNull(policy, "policy");
  }

  /** Decides about a hello that claims nothing. */
  public Decision decideNew(long nowNanos) {
    AdmissionPolicy policy = enter(nowNanos);
    return admitNewOrRefuse(policy);
  }

  /**
   * Lets a new visit in if there is room; else {@link Decision.Outcome#WAIT}, and nothing is
   * charged or counted.
   */
  public Decision offerNew(long nowNanos) {
    AdmissionPolicy policy = enter(nowNanos);
    RefusalReason reason = takeRoom(policy);
    if (reason != null) {
      return Decision.WAIT;
    }
    counters.admitted(Entry.NEW);
    return Decision.ADMIT_NEW;
  }

  /**
   * When to ask {@link #offerNew} again: 0 if there is room now, the time until the budget has
   * refilled, or one millisecond while work waits. The maximum if only another policy helps.
   */
  public long nanosToRoom(long nowNanos) {
    AdmissionPolicy policy = enter(nowNanos);
    if (policy.open()) {
      return 0;
    }
    double missing = policy.newVisitCostNanos() - budget.balanceNanos();
    long refilled = 0;
    if (missing > 0) {
      double seconds = missing / policy.refillNanosPerSecond();
      refilled = (long) Math.min(Long.MAX_VALUE, seconds * NANOS_PER_SECOND);
    }
    return waiting.getAsInt() < policy.waitingMax()
        ? refilled
        : Math.max(refilled, WORK_LOOK_NANOS);
  }

  /**
   * Whether a new visit would be let in now; nothing is charged or counted. A resumption that is
   * let in while there is no room should be nothing but a resumption.
   */
  public boolean hasRoom(long nowNanos) {
    return nanosToRoom(nowNanos) == 0;
  }

  /**
   * New visits per second that the budget of the policy in force allows in the long run; infinity
   * if it is open, or is granted in intervals.
   */
  public double newVisitsPerSecond() {
    AdmissionPolicy policy = published;
    if (policy.open() || policy.grantNanos() != AdmissionPolicy.KEEP_BUDGET) {
      return Double.POSITIVE_INFINITY;
    }
    return (double) policy.refillNanosPerSecond() / policy.newVisitCostNanos();
  }

  /** Counts a claim that does not hold; the connection is then a new one. */
  public void noteUnknownClaim() {
    counters.unknownClaim();
  }

  /** Decides about a hello that claims to resume: let in, or {@link Decision.Outcome#VERIFY}. */
  public Decision decideClaim(long nowNanos) {
    AdmissionPolicy policy = enter(nowNanos);
    if (policy.open() || roomToSpare(policy)) {
      counters.admitted(Entry.CLAIMED);
      return Decision.ADMIT_CLAIMED;
    }
    counters.toVerify();
    return Decision.VERIFY;
  }

  /**
   * Decides about a claim that was looked up.
   *
   * @param known whether the server's own cache knows the session; if not, the connection counts as
   *     new
   */
  public Decision decideVerified(boolean known, long nowNanos) {
    AdmissionPolicy policy = enter(nowNanos);
    if (known) {
      counters.admitted(Entry.VERIFIED);
      return Decision.ADMIT_VERIFIED;
    }
    counters.unknownClaim();
    return admitNewOrRefuse(policy);
  }

  /**
   * Counts a refusal made outside of the gate (deadline, defect, bounds) and charges it to the
   * budget.
   */
  public void noteRefusal(RefusalReason reason, long nowNanos) {
    AdmissionPolicy policy = enter(nowNanos);
    counters.refused(reason);
    if (!policy.open()) {
      budget.charge(policy.refusalCostNanos());
    }
  }

  /** Charges a whole visit for a connection that was let in as resumed and turned out to be new. */
  public void chargeFalseResumption() {
    counters.falseResumption();
    falseResumptions.incrementAndGet();
  }

  /**
   * Counts a connection that was let in as resumed, turned out to be new, and was stopped before
   * its handshake: false, and free.
   */
  public void noteStoppedResumption() {
    counters.falseResumption();
    counters.stoppedResumption();
  }

  /**
   * Gives back what a new visit has not used whose client left before its handshake was done. Who
   * opens connections and leaves would else spend the budget of whole visits at the price of a
   * hello.
   */
  public void refundAbandoned() {
    counters.abandoned();
    abandoned.incrementAndGet();
  }

  /** The live counters; reading them is safe from any thread. */
  public GateCounters counters() {
    return counters;
  }

  private boolean roomToSpare(AdmissionPolicy policy) {
    return budget.balanceNanos() >= policy.verifyBelowNanos()
        && (policy.waitingMax() == AdmissionPolicy.NO_BOUND || waiting.getAsInt() == 0);
  }

  private AdmissionPolicy enter(long nowNanos) {
    AdmissionPolicy policy = published;
    if (policy.open()) {
      return policy;
    }
    if (policy.sequence() != sequenceInForce) {
      sequenceInForce = policy.sequence();
      if (policy.grantNanos() != AdmissionPolicy.KEEP_BUDGET) {
        budget.set(nowNanos, policy.grantNanos());
      }
    }
    budget.refill(nowNanos, policy.refillNanosPerSecond(), policy.budgetMaxNanos());
    settle(policy);
    return policy;
  }

  /** Takes in what other threads have noted. */
  private void settle(AdmissionPolicy policy) {
    long owed = falseResumptions.get();
    if (owed > 0) {
      falseResumptions.addAndGet(-owed);
      budget.charge(owed * policy.newVisitCostNanos());
    }
    long left = abandoned.get();
    if (left > 0) {
      abandoned.addAndGet(-left);
      long unused = Math.max(0, policy.newVisitCostNanos() - policy.abandonedCostNanos());
      budget.giveBack(left * unused, policy.budgetMaxNanos());
    }
  }

  private Decision admitNewOrRefuse(AdmissionPolicy policy) {
    RefusalReason reason = takeRoom(policy);
    if (reason != null) {
      budget.charge(policy.refusalCostNanos());
      counters.refused(reason);
      return reason == RefusalReason.WORK_WAITING ? Decision.REFUSE_WAITING : Decision.REFUSE_VISIT;
    }
    counters.admitted(Entry.NEW);
    return Decision.ADMIT_NEW;
  }

  /** Takes the cost of a visit out of the budget, or says why not. */
  private RefusalReason takeRoom(AdmissionPolicy policy) {
    if (policy.open()) {
      return null;
    }
    if (waiting.getAsInt() >= policy.waitingMax()) {
      return RefusalReason.WORK_WAITING;
    }
    return budget.tryTake(policy.newVisitCostNanos()) ? null : RefusalReason.VISIT_BUDGET;
  }
}

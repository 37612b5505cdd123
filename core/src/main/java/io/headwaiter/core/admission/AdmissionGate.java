package io.headwaiter.core.admission;

import io.headwaiter.core.admission.Decision.Entry;
import java.util.Objects;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides on each connection by its claim and the policy in force. A decision needs no session
 * look-up, no lock and no clock: it is a bounded number of arithmetic operations.
 *
 * <p>A new visit is refused unless the CPU-time budget covers its visit cost, which is charged at
 * once, or in stages ({@link AdmissionPolicy#handshakeCostNanos}). {@link NetworkShares} makes an
 * exception. Visits are also refused while too much work waits for the workers. A refusal is
 * charged its small cost. A verified resumption is free, because its visit has been charged. The
 * gate admits claims unverified only while there is budget to spare and no work waits. Otherwise it
 * asks for verification, and a claim that fails is a new connection.
 *
 * <p>A connection with a session but without a visit under way, {@link Entry#RETURNING} or {@link
 * Entry#COURTESY}, is charged the visit cost with a resumed handshake in place of a full one. It
 * comes before new ones: it needs a budget above zero, a new one needs its whole visit cost.
 *
 * <p>With a waiting room, {@link #offerVisit} takes the place of {@link #decideVisit}. It admits on
 * the same terms (without network credit) at the same charge. It charges nothing for a visit that
 * it does not admit. If that visit is refused later, the caller reports it once by {@link
 * #noteRefusal(RefusalReason, Entry, long)}.
 *
 * <p>In shadow mode the gate makes every decision as usual, and then admits every connection. A
 * connection that would have been refused is charged as a refusal. It is admitted as {@link
 * Entry#VERIFIED} if it belongs to a visit under way within its account, else as {@link
 * Entry#SHADOW}. The work of these visits is in the controller's measurements. So the decisions are
 * those for the load as it is, not for the load without these visits.
 *
 * <p>Threads: {@link #publish}, {@link #admitBypass}, {@link #admitParallel}, {@link #noteLost},
 * {@link #newVisitsPerSecond}, {@link #courtesy}, {@link #isShadow}, {@link #outcomes} and {@link
 * #counters} may be called from any thread; all other methods belong to one thread, the door's.
 */
public final class AdmissionGate {
  /** The network of a visit if it is not known. */
  public static final long NO_NETWORK = VisitCapacity.NO_NETWORK;

  private final CpuBudget budget = new CpuBudget();
  private final GateCounters counters = new GateCounters();
  private final AdmissionOutcomes outcomes = new AdmissionOutcomes(counters, () -> this.published);
  private final StagedCharges prices = new StagedCharges();
  private final VisitCapacity room;
  private final CourtesyBudget courtesy;
  private final DecisionCharges charges;
  private final VisitPositions places;
  private volatile AdmissionPolicy published;
  private long sequenceInForce = -1;
  private long decidedNanos;

  /** Creates a gate that follows {@code initial} until a controller publishes another policy. */
  public AdmissionGate(AdmissionPolicy initial) {
    this(initial, () -> 0);
  }

  /** Creates a gate that also sees how many turns of work wait for a worker. */
  public AdmissionGate(AdmissionPolicy initial, IntSupplier waiting) {
    this(initial, waiting, CourtesyBudget.NONE);
  }

  /** Creates a gate that also grants courtesy pages to some of the clients it refuses. */
  public AdmissionGate(AdmissionPolicy initial, IntSupplier waiting, CourtesyBudget courtesy) {
    this(initial, waiting, courtesy, /* shadow= */ false);
  }

  /**
   * Creates a gate without a secret, in shadow mode or not: for tests and for simulated clients.
   */
  public AdmissionGate(
      AdmissionPolicy initial, IntSupplier waiting, CourtesyBudget courtesy, boolean shadow) {
    this(initial, waiting, courtesy, shadow, /* secret= */ 0);
  }

  /**
   * Creates a gate for clients of unknown intent.
   *
   * @param waiting turns of work that wait for a worker at this instant; called on the door's
   *     thread
   * @param courtesy the budget for courtesy pages
   * @param shadow true for shadow mode: the gate decides and counts as usual, but admits every
   *     connection
   * @param secret random, so that no client can choose a visit name that is never refused, or
   *     networks that all fall into one set of the table
   */
  public AdmissionGate(
      AdmissionPolicy initial,
      IntSupplier waiting,
      CourtesyBudget courtesy,
      boolean shadow,
      long secret) {
    this.charges = new DecisionCharges(budget, prices, counters, shadow);
    SecretHash hash = new SecretHash(secret);
    this.places = new VisitPositions(hash);
    this.published = Objects.requireNonNull(initial, "initial");
    this.room =
        new VisitCapacity(budget, Objects.requireNonNull(waiting, "waiting"), counters, hash);
    this.courtesy = Objects.requireNonNull(courtesy, "courtesy");
  }

  /** Puts a policy in force, from the next decision on. */
  public void publish(AdmissionPolicy policy) {
    published = Objects.requireNonNull(policy, "policy");
  }

  /** Decides on a new connection. */
  public Decision decideNew(long nowNanos) {
    return decideVisit(Entry.NEW, nowNanos);
  }

  /**
   * Decides on a connection that would begin a visit.
   *
   * @param entry {@link Entry#NEW}, {@link Entry#RETURNING} or {@link Entry#COURTESY}
   */
  public Decision decideVisit(Entry entry, long nowNanos) {
    return decideVisit(entry, NO_NETWORK, nowNanos);
  }

  /**
   * Decides on a connection that would begin a visit. While visits are refused, no network gets
   * more than its share: see {@link NetworkShares}.
   *
   * @param entry {@link Entry#NEW}, {@link Entry#RETURNING} or {@link Entry#COURTESY}
   * @param network names the network of the client; {@link #NO_NETWORK} if it is not known or is to
   *     make no difference
   */
  public Decision decideVisit(Entry entry, long network, long nowNanos) {
    AdmissionPolicy policy = enter(nowNanos);
    RefusalReason reason = policy.open() ? null : room.decide(entry, network, policy, nowNanos);
    return reason == null
        ? charges.admit(entry, policy)
        : charges.refuseVisit(entry, reason, policy);
  }

  /** Calls {@link #offerVisit} for a new visit. */
  public Decision offerNew(long nowNanos) {
    return offerVisit(Entry.NEW, nowNanos);
  }

  /**
   * Admits a visit if there is capacity for it. Otherwise returns {@link Decision.Outcome#WAIT},
   * and charges and counts nothing. In shadow mode, in which no visit waits, the same as {@link
   * #decideVisit(Entry, long)}.
   */
  public Decision offerVisit(Entry entry, long nowNanos) {
    AdmissionPolicy policy = enter(nowNanos);
    RefusalReason reason = reasonAgainst(entry, policy);
    if (reason == null) {
      return charges.admit(entry, policy);
    }
    return isShadow() ? charges.refuseVisit(entry, reason, policy) : Decision.WAIT;
  }

  /**
   * Returns whether {@link #offerNew} would admit a visit now. Charges and counts nothing. If
   * false, a connection that is admitted as a resumption may do nothing but resume. Always true in
   * shadow mode, in which no connection is held to that.
   */
  public boolean hasRoom(long nowNanos) {
    return isShadow() || reasonAgainst(Entry.NEW, enter(nowNanos)) == null;
  }

  /** Admits and charges a visit for which {@link #hasRoom} has just returned true. */
  public Decision admitVisit(Entry entry, long nowNanos) {
    return charges.admit(entry, enter(nowNanos));
  }

  /**
   * Decides whether a refused client gets a courtesy page. If so, charges the cost of the page in
   * addition to that of the refusal, unless the policy is open.
   */
  public boolean grantCourtesy(long nowNanos) {
    long costNanos = courtesy.tryTake(nowNanos);
    if (costNanos == 0) {
      return false;
    }
    AdmissionPolicy policy = enter(nowNanos);
    if (!policy.open()) {
      budget.charge(costNanos);
    }
    return true;
  }

  /**
   * Returns the time in nanoseconds after which to call {@link #offerNew} again: 0 if there is
   * capacity now, else the time until the budget has refilled. At least one millisecond while too
   * much work waits. {@link Long#MAX_VALUE} if only another policy helps.
   */
  public long nanosToRoom(long nowNanos) {
    AdmissionPolicy policy = enter(nowNanos);
    return isShadow() || policy.open() ? 0 : room.nanosToRoom(policy);
  }

  /** Returns {@link AdmissionPolicy#newVisitsPerSecond} of the policy in force. */
  public double newVisitsPerSecond() {
    return published.newVisitsPerSecond();
  }

  /** Counts a claim that failed verification; the connection is then a new one. */
  public void noteUnknownClaim() {
    counters.unknownClaim();
  }

  /** Decides on a claimed resumption that only a slow look-up can verify; see the other method. */
  public Decision decideClaim(long nowNanos) {
    return decideClaim(/* isQuick= */ false, nowNanos);
  }

  /**
   * Decides on a claimed resumption: admits it, or returns {@link Decision.Outcome#VERIFY}.
   *
   * @param isQuick whether verification costs so little that only an open policy does without it
   */
  public Decision decideClaim(boolean isQuick, long nowNanos) {
    AdmissionPolicy policy = enter(nowNanos);
    if (policy.open() || (!isQuick && room.admitsUnverified(policy, nowNanos))) {
      counters.admitted(Entry.CLAIMED);
      return Decision.ADMIT_CLAIMED;
    }
    counters.toVerify();
    return Decision.VERIFY;
  }

  /**
   * Decides on a connection of a visit under way. Admits it, unless these visits alone are too many
   * and this one is in the part that is refused.
   *
   * @param visit the visit name; {@link SessionLookup#NO_VISIT} if it is not known, which is always
   *     admitted
   */
  public Decision decideContinuing(long visit, long nowNanos) {
    AdmissionPolicy policy = enter(nowNanos);
    if (policy.open()
        || visit == SessionLookup.NO_VISIT
        || places.placeOf(visit) < policy.continuingPart()) {
      counters.admitted(Entry.VERIFIED);
      return Decision.ADMIT_VERIFIED;
    }
    return charges.refuseContinuing(policy);
  }

  /**
   * Decides on a connection of a visit that is under way and over its account. Such a visit is
   * charged as a returning one, out of budget that no other visit needs, because it would ask again
   * and again. If there is none, one such connection is admitted for every twenty visits that
   * begin, and at most one in ten seconds of each visit: among the customers who use most are those
   * who buy. A refusal does not count among the visits refused for lack of capacity.
   *
   * @param visit the visit name
   */
  public Decision decideOverdrawn(long visit, long nowNanos) {
    AdmissionPolicy policy = enter(nowNanos);
    return policy.open() || room.toSpare(policy) || charges.again().take(visit, nowNanos)
        ? charges.admitAgain(policy)
        : charges.refuseOverdrawn(policy);
  }

  /**
   * Counts a refusal made outside the gate (deadline, defect, bounds) and charges it to the budget,
   * unless the policy is open.
   */
  public void noteRefusal(RefusalReason reason, long nowNanos) {
    AdmissionPolicy policy = enter(nowNanos);
    counters.refused(reason);
    if (!policy.open()) {
      budget.chargeRefusal(policy.refusalCostNanos(), policy.budgetMaxNanos());
    }
  }

  /**
   * Admits a connection that bypasses the budget, for example a health probe. The caller limits
   * such connections. {@link AdmissionOutcomes#chargeBypass} charges the cost when it is known.
   */
  public Decision admitBypass() {
    counters.admitted(Entry.BYPASS);
    return Decision.ADMIT_BYPASS;
  }

  /** Admits a parallel connection of a visit that has been charged: {@link ParallelConnections}. */
  public Decision admitParallel() {
    counters.admitted(Entry.PARALLEL);
    return Decision.ADMIT_PARALLEL;
  }

  /**
   * Does the same as {@link #noteRefusal(RefusalReason, long)}, for a connection that would have
   * been admitted as {@code entry}.
   */
  public void noteRefusal(RefusalReason reason, Entry entry, long nowNanos) {
    AdmissionPolicy policy = enter(nowNanos);
    counters.refused(reason, entry);
    if (!policy.open()) {
      budget.chargeRefusal(policy.refusalCostNanos(), policy.budgetMaxNanos());
    }
  }

  /**
   * Counts a connection that could no longer be decided on or served: it came while the server was
   * stopping, or the container failed to take it over. Charges nothing. May be called from any
   * thread.
   */
  public void noteLost(RefusalReason reason) {
    counters.refused(reason);
  }

  /** Returns whether every connection is admitted, whatever the gate decides. */
  public boolean isShadow() {
    return charges.isShadow();
  }

  /** Returns the budget for courtesy pages. */
  public CourtesyBudget courtesy() {
    return courtesy;
  }

  /** Returns the record of how admitted connections turn out. */
  public AdmissionOutcomes outcomes() {
    return outcomes;
  }

  /** Returns the live counters; reading them is safe from any thread. */
  public GateCounters counters() {
    return counters;
  }

  /**
   * Returns the time given with the last decision. This is the admission time of a connection that
   * it admitted: outcomes noted with a later time can miss the connection's reservation.
   */
  public long decidedNanos() {
    return decidedNanos;
  }

  private AdmissionPolicy enter(long nowNanos) {
    AdmissionPolicy policy = published;
    decidedNanos = nowNanos;
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
    // Before time advances: the noted outcomes refer to the slots of the last decision.
    charges.again().abandoned(outcomes.settle(policy, budget, prices));
    budget.giveBack(prices.goOn(nowNanos), policy.budgetMaxNanos());
    return policy;
  }

  /** Returns why there is no capacity for another visit; null if there is. */
  private @Nullable RefusalReason reasonAgainst(Entry entry, AdmissionPolicy policy) {
    return policy.open() ? null : room.reasonAgainst(entry, policy);
  }
}

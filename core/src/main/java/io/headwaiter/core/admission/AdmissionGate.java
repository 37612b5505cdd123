package io.headwaiter.core.admission;

import io.headwaiter.core.admission.Decision.Entry;
import java.util.Objects;
import java.util.function.IntSupplier;

/**
 * Decides about one connection after another, from its claim and the policy in force. No look-up,
 * no lock, no clock: a decision is a few arithmetic operations.
 *
 * <p>New visits need their whole expected cost in the CPU-time budget or are refused; it is charged
 * at once, or in stages as they go on ({@link AdmissionPolicy#handshakeCostNanos}). They are also
 * refused while too much work waits for the workers; refusals take their small cost; resumed
 * connections of visits under way come in free, because their visit has paid. Claims are believed
 * only while there is budget to spare and no work waits; otherwise they are to be verified, and
 * what fails counts as new.
 *
 * <p>A connection that has a session but belongs to no visit under way, {@link Entry#RETURNING} or
 * {@link Entry#COURTESY}, pays for a visit less the difference of the handshakes, and comes before
 * new ones: for it a budget above zero is enough, a new one needs its whole price in it.
 *
 * <p>Where visits can wait, {@link #offerVisit} takes the place of {@link #decideVisit}: it lets in
 * on the same terms and at the same price, and charges nothing to those it does not let in. They
 * are refused by {@link #noteRefusal(RefusalReason, Entry, long)} if it comes to that, once.
 *
 * <p>In shadow mode every decision is made, and charged, as it would be; then every connection is
 * let in, those that would have been refused as {@link Entry#SHADOW} at the price of the refusal.
 * What these visits do to the server is in the controller's measurements, so the decisions are
 * those for the load as it is, not as it would be without them.
 *
 * <p>Threads: {@link #publish}, {@link #admitBypass}, {@link #admitParallel}, {@link #noteLost},
 * {@link #newVisitsPerSecond}, {@link #courtesy}, {@link #isShadow}, {@link #outcomes} and {@link
 * #counters} may be called from any; all other methods belong to one thread, the door's.
 */
public final class AdmissionGate {
  /** Of a visit whose network is not known. */
  public static final long NO_NETWORK = VisitRoom.NO_NETWORK;

  private final CpuBudget budget = new CpuBudget();
  private final GateCounters counters = new GateCounters();
  private final AdmissionOutcomes outcomes = new AdmissionOutcomes(counters, () -> this.published);
  private final StagedPrices prices = new StagedPrices();
  private final VisitRoom room;
  private final CourtesyBudget courtesy;
  private final DecisionCharges charges;
  private final VisitPlaces places;
  private volatile AdmissionPolicy published;
  private long sequenceInForce = -1;
  private long decidedNanos;

  /** A gate that follows {@code initial} until a controller publishes another policy. */
  public AdmissionGate(AdmissionPolicy initial) {
    this(initial, () -> 0);
  }

  /** A gate that also sees how many turns of work wait for a worker. */
  public AdmissionGate(AdmissionPolicy initial, IntSupplier waiting) {
    this(initial, waiting, CourtesyBudget.NONE);
  }

  /** A gate that also grants courtesy pages to some of those it refuses. */
  public AdmissionGate(AdmissionPolicy initial, IntSupplier waiting, CourtesyBudget courtesy) {
    this(initial, waiting, courtesy, /* shadow= */ false);
  }

  /** A gate that may only watch, and has no secret: for tests and for simulated clients. */
  public AdmissionGate(
      AdmissionPolicy initial, IntSupplier waiting, CourtesyBudget courtesy, boolean shadow) {
    this(initial, waiting, courtesy, shadow, /* secret= */ 0);
  }

  /**
   * A gate for clients of unknown intent.
   *
   * @param waiting turns of work that wait for a worker at this instant; asked on the door's thread
   * @param courtesy how many of the refused get a page
   * @param shadow true: it decides and counts as it would, and lets every connection in
   * @param secret random, so that nobody can choose a name of a visit that is never given up, or
   *     networks that are remembered in one place
   */
  public AdmissionGate(
      AdmissionPolicy initial,
      IntSupplier waiting,
      CourtesyBudget courtesy,
      boolean shadow,
      long secret) {
    this.charges = new DecisionCharges(budget, prices, counters, shadow);
    SecretHash hash = new SecretHash(secret);
    this.places = new VisitPlaces(hash);
    this.published = Objects.requireNonNull(initial, "initial");
    this.room = new VisitRoom(budget, Objects.requireNonNull(waiting, "waiting"), counters, hash);
    this.courtesy = Objects.requireNonNull(courtesy, "courtesy");
  }

  /** Puts a policy in force, from the next decision on. */
  public void publish(AdmissionPolicy policy) {
    published = Objects.requireNonNull(policy, "policy");
  }

  /** Decides about a hello that claims nothing. */
  public Decision decideNew(long nowNanos) {
    return decideVisit(Entry.NEW, nowNanos);
  }

  /**
   * Decides about a connection with which a visit would begin.
   *
   * @param entry {@link Entry#NEW}, {@link Entry#RETURNING} or {@link Entry#COURTESY}
   */
  public Decision decideVisit(Entry entry, long nowNanos) {
    return decideVisit(entry, NO_NETWORK, nowNanos);
  }

  /**
   * Decides about a connection with which a visit would begin, so that while some are refused no
   * network gets more than its share: see {@link NetworkShares}.
   *
   * @param entry {@link Entry#NEW}, {@link Entry#RETURNING} or {@link Entry#COURTESY}
   * @param network names the network of the client; {@link #NO_NETWORK} if it is not known or is to
   *     make no difference
   */
  public Decision decideVisit(Entry entry, long network, long nowNanos) {
    AdmissionPolicy policy = enter(nowNanos);
    RefusalReason reason = policy.open() ? null : room.decide(entry, network, policy, nowNanos);
    return reason == null
        ? charges.letIn(entry, policy)
        : charges.refuseVisit(entry, reason, policy);
  }

  /** {@link #offerVisit} to a new visit. */
  public Decision offerNew(long nowNanos) {
    return offerVisit(Entry.NEW, nowNanos);
  }

  /**
   * Lets a visit in if there is room; else {@link Decision.Outcome#WAIT}, and nothing is charged or
   * counted. In shadow mode, in which no visit waits, {@link #decideVisit}.
   */
  public Decision offerVisit(Entry entry, long nowNanos) {
    AdmissionPolicy policy = enter(nowNanos);
    RefusalReason reason = reasonAgainst(entry, policy);
    if (reason == null) {
      return charges.letIn(entry, policy);
    }
    return isShadow() ? charges.refuseVisit(entry, reason, policy) : Decision.WAIT;
  }

  /**
   * Whether {@link #offerNew} would let a visit in now; nothing is charged or counted. A resumption
   * that is let in while there is no room should be nothing but a resumption. Always true in shadow
   * mode, in which no connection is held to that.
   */
  public boolean hasRoom(long nowNanos) {
    return isShadow() || reasonAgainst(Entry.NEW, enter(nowNanos)) == null;
  }

  /** Lets a visit in for which {@link #hasRoom} has just found room, and charges it. */
  public Decision admitVisit(Entry entry, long nowNanos) {
    return charges.letIn(entry, enter(nowNanos));
  }

  /**
   * Whether a client that is refused gets a courtesy page. If so, its cost is charged beside that
   * of the refusal.
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
   * When to ask {@link #offerNew} again: 0 if there is room now, the time until the budget has
   * refilled, or one millisecond while work waits. The maximum if only another policy helps.
   */
  public long nanosToRoom(long nowNanos) {
    AdmissionPolicy policy = enter(nowNanos);
    return isShadow() || policy.open() ? 0 : room.nanosToRoom(policy);
  }

  /** {@link AdmissionPolicy#newVisitsPerSecond} of the policy in force. */
  public double newVisitsPerSecond() {
    return published.newVisitsPerSecond();
  }

  /** Counts a claim that does not hold; the connection is then a new one. */
  public void noteUnknownClaim() {
    counters.unknownClaim();
  }

  /** Decides about a hello that claims to resume: let in, or {@link Decision.Outcome#VERIFY}. */
  public Decision decideClaim(long nowNanos) {
    AdmissionPolicy policy = enter(nowNanos);
    if (policy.open() || room.toSpare(policy)) {
      counters.admitted(Entry.CLAIMED);
      return Decision.ADMIT_CLAIMED;
    }
    counters.toVerify();
    return Decision.VERIFY;
  }

  /**
   * Decides about a connection of a visit that is under way: it comes in, unless those visits alone
   * are too many and this one is among the part that is given up.
   *
   * @param visit its name; {@link Verdict#NO_VISIT} if it is not known, which is never given up
   */
  public Decision decideContinuing(long visit, long nowNanos) {
    AdmissionPolicy policy = enter(nowNanos);
    if (policy.open()
        || visit == Verdict.NO_VISIT
        || places.placeOf(visit) < policy.continuingPart()) {
      counters.admitted(Entry.VERIFIED);
      return Decision.ADMIT_VERIFIED;
    }
    return charges.refuseContinuing(policy);
  }

  /**
   * Decides about a connection of a visit that is under way and over its account: it pays as one
   * that returns, but only out of what no other visit needs, because it would ask again and again.
   * It is none of the visits that are refused for want of room.
   */
  public Decision decideOverdrawn(long nowNanos) {
    AdmissionPolicy policy = enter(nowNanos);
    return policy.open() || room.toSpare(policy)
        ? charges.letInAgain(policy)
        : charges.refuseOverdrawn(policy);
  }

  /**
   * Counts a refusal made outside of the gate (deadline, defect, bounds) and charges it to the
   * budget.
   */
  public void noteRefusal(RefusalReason reason, long nowNanos) {
    AdmissionPolicy policy = enter(nowNanos);
    counters.refused(reason);
    if (!policy.open()) {
      budget.chargeRefusal(policy.refusalCostNanos(), policy.budgetMaxNanos());
    }
  }

  /**
   * Lets a connection in that passes first, whatever the budget. Its own budget is the caller's;
   * what it costs is charged when it is known, by {@link AdmissionOutcomes#chargeBypass}.
   */
  public Decision admitBypass() {
    counters.admitted(Entry.BYPASS);
    return Decision.ADMIT_BYPASS;
  }

  /** Lets in a parallel connection of a visit that has paid: {@link ParallelConnections}. */
  public Decision admitParallel() {
    counters.admitted(Entry.PARALLEL);
    return Decision.ADMIT_PARALLEL;
  }

  /**
   * {@link #noteRefusal(RefusalReason, long)} for a connection with which a visit would have begun.
   */
  public void noteRefusal(RefusalReason reason, Entry entry, long nowNanos) {
    AdmissionPolicy policy = enter(nowNanos);
    counters.refused(reason, entry);
    if (!policy.open()) {
      budget.chargeRefusal(policy.refusalCostNanos(), policy.budgetMaxNanos());
    }
  }

  /**
   * Counts a connection that could not be decided about or served any more, from any thread: it
   * came while the server was stopping, or the container failed to take it over. Nothing is
   * charged.
   */
  public void noteLost(RefusalReason reason) {
    counters.refused(reason);
  }

  /** Whether every connection is let in, whatever the gate decides. */
  public boolean isShadow() {
    return charges.isShadow();
  }

  /** How many courtesy pages there may be, and what they cost. */
  public CourtesyBudget courtesy() {
    return courtesy;
  }

  /** Takes what becomes known about connections after they were let in. */
  public AdmissionOutcomes outcomes() {
    return outcomes;
  }

  /** The live counters; reading them is safe from any thread. */
  public GateCounters counters() {
    return counters;
  }

  /**
   * The time that the last decision was given. Who was let in by it was let in then: outcomes noted
   * with a later time can miss what was reserved for them.
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
    // Before time goes on, because what was noted is known by the slots of the last decision.
    outcomes.settle(policy, budget, prices);
    budget.giveBack(prices.goOn(nowNanos), policy.budgetMaxNanos());
    return policy;
  }

  /** Why there is no room for another visit; null if there is. */
  private RefusalReason reasonAgainst(Entry entry, AdmissionPolicy policy) {
    return policy.open() ? null : room.reasonAgainst(entry, policy);
  }
}

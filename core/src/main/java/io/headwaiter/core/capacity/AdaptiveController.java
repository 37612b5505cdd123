package io.headwaiter.core.capacity;

import io.headwaiter.core.admission.AdmissionPolicy;

/**
 * Admission by a model of capacity and demand that is learned while the server runs. It is limited
 * by the worker queue, which the gate reads at each decision.
 *
 * <pre>
 *   a new visit is admitted if the budget holds V and fewer than w turns wait for a worker
 *   budget refills at   lambda * V   lambda from {@link AdmissionPlan} with 1.15 * C * x processors
 *   a new visit takes   V            C, V and lambda: see {@link CapacityModel}
 *   a returning one     V - h + r    less, as its handshake is resumed; needs a budget above 0
 *   a false resumption takes V too; claims are not verified while no turn waits and the budget
 *                 holds (0.5 + 0.5 p) of its bucket; p: part of them that was false recently
 *   of V a visit is charged f at the hello, h - f when its handshake is done, and the rest with its
 *                 first request; part of the rest is reserved before, and lapses without a request
 *                 f: cost of an unfinished handshake, h: of a full one, r: of a resumed one
 *   w  = max(1, q * t * A / u, y * k)      and 0 where q = 0 and y * k &lt; 1
 *   t  = t0 + y * (target - t0),  t0 = min(target, 2 g)
 *   k  = min(20 A, 4 target * A / u)       where the queueing delay is below 4 targets, else 0
 *   w' = w + max(A, 4 target * A / u)                    for a network far below its share
 *   g  mean time until another new visit can be admitted: between arrivals; where some wait, at
 *      most the 2 ms after which the door looks again
 *   A  processors available, u  mean CPU time of a turn
 *   q  1 to 0, lower while work waits too long, see {@link DelayCorrection}
 *   x, y  keep the processors busy while visits are refused, see {@link UtilisationControl}
 * </pre>
 *
 * <p>The plan compares each new visit with what the visits under way will need, and when. The bound
 * on waiting work handles the moment: visits under way ask at random. When many ask at once, a plan
 * that is right on average would still admit new visits on top. A queue keeps the processors busy
 * until the next new visit asks. The more new visits ask, the shorter the queue can be, and with it
 * the wait of all clients. The gate reads the queue at each decision, because it can admit ten
 * visits too many within one control interval. The bound catches visits that the plan admits too
 * many. Nothing makes up for visits that it refuses too many, so the plan has a headroom of 15 %.
 *
 * <p>Compared with {@link EacFormula}: no steps of 2 s, no constants, and the whole visit is
 * weighed when it is admitted. So the resumed connections of visits under way need no term of their
 * own: their CPU time was promised with the visit. They are admitted while the server can serve the
 * visits under way at all, see {@link Overcommitment}. Refusals are not charged one by one: the
 * controller subtracts the processors that they keep busy, as measured.
 *
 * <p>A queue of two gaps is enough where new visits ask at random. Where they come in bursts, it
 * runs empty between two bursts, so y makes it longer until the processors stay busy, up to the
 * target. On a server that refuses no visit, y goes to 1, and a small burst of k turns may queue.
 *
 * <p>Worked number: A = 1, 3 % of it spent on refusing, x = 0.87, V = 17 ms, in balance: lambda =
 * 57 visits a second. With a target of 20 ms, u = 1.8 ms and y = 0, w = 11 turns where 60 new
 * visits a second ask, and 1 where 1,200 do.
 *
 * <p>Limit: before visits have been watched to their end, the controller does not know that they
 * become more expensive towards it. It then admits too many at first, and admits none while it
 * works them off.
 *
 * <p>Not thread-safe.
 */
public final class AdaptiveController implements AdmissionController {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final long INTERVAL_NANOS = 50_000_000L;
  // Bucket of the budget: work admitted at once after a quiet time, in seconds of all processors.
  // It is larger while the visit cost is assumed and not measured, since the assumption is mostly
  // too high. While a part is measured, it is larger still on idle processors: the first pages of a
  // server are expensive, and the pages that are assumed to follow seem so, too.
  private static final double BURST_SECONDS = 0.5;
  private static final double BURST_SECONDS_UNKNOWN = 2;
  private static final double BURST_SECONDS_IDLE = 10;
  private static final double BURST_VISITS_MIN = 2;
  // Claims are not verified while more than this part of the bucket is left, if none was false.
  private static final double VERIFY_BELOW_PART = 0.5;
  // Number of true claims that are assumed before any is seen.
  private static final double TRUE_CLAIMS_PRIOR = 10;
  private static final double HEADROOM = 1.15;
  // Under lasting overload: work for this many gaps between new visits may wait.
  private static final double STOCK_GAPS = 2;
  // A small burst may queue: this many turns a processor, up to this many targets of delay.
  private static final double CROWD_TURNS = 20;
  private static final double CROWD_TARGETS = 4;
  // Work that may wait beyond that for networks far below their share, in targets. Networks above
  // their share can keep the queue longer than is good for new visits of all.
  private static final double SHARE_TARGETS = 4;
  private static final double FULL_PART = 0.85;
  private static final double BEGINNING_TAU_NANOS = 1e9;
  private static final double GAP_TAU_NANOS = NANOS_PER_SECOND;
  private static final double IDLE_TAU_NANOS = NANOS_PER_SECOND;
  // While the worker queue is too long, the door looks at its waiting room at least this often.
  private static final double DOOR_LOOK_NANOS = 2e6;
  private static final int WAITING_MAX = 1_000_000;
  private static final double CLAIMS_TAU_NANOS = 10 * NANOS_PER_SECOND;

  private final CapacityModel model;
  private final DelayCorrection delay;
  private final UtilisationControl utilisation;
  private final Overcommitment overcommitment;
  private final ExcessShare excess;
  private final DecayingMean gap = new DecayingMean(NANOS_PER_SECOND, 1);
  private final DecayingMean falsePart = new DecayingMean(0, TRUE_CLAIMS_PRIOR);
  private final DecayingMean beginning = new DecayingMean(0, 1);
  private final DecayingMean idlePart = new DecayingMean(0, 1);
  private double nextVisitNanos = NANOS_PER_SECOND;
  private final long targetNanos;
  private long sequence;

  /**
   * Creates a controller without measurements.
   *
   * @param queueDelayTargetNanos worker queueing delay above which the controller reduces the
   *     budget and the work that may wait, above 0
   * @param processors processors at the start, above 0
   * @throws IllegalArgumentException if a value is out of range
   */
  public AdaptiveController(long queueDelayTargetNanos, double processors) {
    if (queueDelayTargetNanos <= 0) {
      throw new IllegalArgumentException(
          "queueDelayTargetNanos must be above 0, got " + queueDelayTargetNanos);
    }
    if (!(processors > 0)) {
      throw new IllegalArgumentException("processors must be above 0, got " + processors);
    }
    this.targetNanos = queueDelayTargetNanos;
    this.delay = new DelayCorrection(queueDelayTargetNanos);
    this.utilisation = new UtilisationControl(queueDelayTargetNanos);
    this.excess = new ExcessShare(queueDelayTargetNanos);
    this.overcommitment = new Overcommitment(queueDelayTargetNanos);
    this.model = new CapacityModel(processors);
  }

  @Override
  public long intervalNanos() {
    return INTERVAL_NANOS;
  }

  @Override
  public AdmissionPolicy initialPolicy() {
    return policy();
  }

  @Override
  public ControlStep step(MeterSnapshot s) {
    sequence++;
    double dt = s.elapsedNanos();
    model.add(s);
    gap.add(dt, GAP_TAU_NANOS, dt, s.connections().newAdmitted() + s.connections().newRefused());
    nextVisitNanos =
        s.connections().newWaiting() > 0 ? Math.min(DOOR_LOOK_NANOS, gap.mean()) : gap.mean();
    delay.add(s);
    double idleNanos = Math.max(0, dt * s.processors() - s.cpu().processNanos());
    idlePart.add(dt, IDLE_TAU_NANOS, idleNanos / s.processors(), dt);
    double promised = model.promisedProcessors();
    double room = model.processorsForVisits();
    boolean restricting = s.connections().newRefused() > 0 || s.connections().newWaiting() > 0;
    utilisation.add(
        new UtilisationControl.Look(
            dt,
            s.cpu().processNanos() / (dt * model.processorsToKeepBusy()),
            restricting,
            delay.delayNanos(),
            isFull(s, promised, room),
            promised <= room,
            model.curve().ageNanos(),
            model.curve().isTrusted()));
    excess.add(dt, s.processors(), restricting, delay.delayNanos());
    excess.judge(model.excessProcessors());
    double elsewhere = model.unknownProcessors();
    overcommitment.add(dt, delay.delayNanos(), room + elsewhere, promised + elsewhere);
    falsePart.add(
        dt,
        CLAIMS_TAU_NANOS,
        s.connections().falseResumptions(),
        s.connections().resumedAdmitted());
    AdmissionPolicy policy = policy();
    return new ControlStep(policy, describe(s, policy));
  }

  /** Returns whether the visits under way and full handshakes need 0.85 of C * x. */
  private boolean isFull(MeterSnapshot s, double promised, double room) {
    double dt = s.elapsedNanos();
    double handshakeNanos = s.handshakes().full() * model.demand().fullHandshakeNanos();
    beginning.add(dt, BEGINNING_TAU_NANOS, handshakeNanos, dt);
    return promised + beginning.mean() >= FULL_PART * room * utilisation.correction();
  }

  private AdmissionPolicy policy() {
    ServiceDemand demand = model.demand();
    double processors = model.supply().processors();
    double visitNanos = demand.visitNanos();
    double room = model.processorsForVisits() * utilisation.correction() * HEADROOM;
    double rate =
        AdmissionPlan.visitsPerSecond(
            room, Math.max(1, demand.fullHandshakeNanos()), model.curve());
    double max =
        Math.max(BURST_VISITS_MIN * visitNanos, processors * burstSeconds() * NANOS_PER_SECOND);
    int waitingMax = waitingMax(processors);
    // A refusal costs nothing here: refusals are measured, and subtracted from the processors.
    return AdmissionPolicy.builder(sequence)
        .refillNanosPerSecond((long) (rate * visitNanos))
        .budgetMaxNanos((long) max)
        .newVisitCostNanos((long) visitNanos)
        .returningCostNanos((long) demand.returningVisitNanos())
        .abandonedCostNanos((long) demand.abandonedNanos())
        .handshakeCostNanos((long) Math.min(visitNanos, demand.fullHandshakeNanos()))
        .verifyBelowNanos((long) (max * verifyBelowPart()))
        .waitingMax(waitingMax)
        .shareWaitingMax(shareWaitingMax(processors, waitingMax))
        .continuingPart(overcommitment.continuingPart())
        .build();
  }

  /**
   * Returns 0.5 + (1 - p) (2 + 10 p i): p is the part of the visit cost that is measured, i the
   * idle part of the processors.
   */
  private double burstSeconds() {
    double measured = model.curve().confidence();
    double assumed = BURST_SECONDS_UNKNOWN + BURST_SECONDS_IDLE * measured * idlePart.mean();
    return BURST_SECONDS + (1 - measured) * assumed;
  }

  /**
   * Returns the part of the bucket below which claims are verified: 0.5 to 1, more if many are
   * false.
   */
  private double verifyBelowPart() {
    return VERIFY_BELOW_PART + (1 - VERIFY_BELOW_PART) * falsePart();
  }

  // A handshake may be found false in a later interval than that of its admission, so limit to 1.
  private double falsePart() {
    return Math.min(1, falsePart.mean());
  }

  private int waitingMax(double processors) {
    double open = delay.open();
    double part = utilisation.stockPart();
    double least = Math.min(targetNanos, STOCK_GAPS * nextVisitNanos);
    double stockNanos = least + part * (targetNanos - least);
    double turnsPerNano = processors / model.turnNanos();
    double turns = Math.max(open * stockNanos * turnsPerNano, smallCrowd(processors, turnsPerNano));
    if (open == 0 && turns < 1) {
      return 0;
    }
    return (int) Math.max(1, Math.min(WAITING_MAX, turns));
  }

  /**
   * Returns w', the turns that may wait when the gate admits a visit of a network with less than
   * its share.
   */
  private int shareWaitingMax(double processors, int waitingMax) {
    double turns = SHARE_TARGETS * targetNanos * processors / model.turnNanos();
    return (int) Math.min(WAITING_MAX, waitingMax + Math.max(processors, turns));
  }

  /** Returns y * k, the turns that may wait even if q is 0, where overload is not lasting. */
  private double smallCrowd(double processors, double turnsPerNano) {
    double mostNanos = CROWD_TARGETS * targetNanos;
    double turns = Math.min(CROWD_TURNS * processors, mostNanos * turnsPerNano);
    return delay.delayNanos() < mostNanos ? utilisation.stockPart() * turns : 0;
  }

  private ControlReport describe(MeterSnapshot s, AdmissionPolicy policy) {
    ServiceDemand demand = model.demand();
    double seconds = s.elapsedNanos() / NANOS_PER_SECOND;
    double newAllowed = policy.refillNanosPerSecond() * seconds / policy.newVisitCostNanos();
    return new ControlReport(
        sequence,
        s.elapsedNanos(),
        s.supply(),
        s.connections().resumedAdmitted(),
        new LearnedCosts(
            demand.fullHandshakeNanos(),
            demand.resumedHandshakeNanos(),
            demand.requestNanos(),
            demand.visitNanos(),
            demand.refusalNanos(),
            demand.connectionOverheadNanos(),
            demand.requestOverheadNanos()),
        new LearnedVisits(model.requestsPerVisit(), falsePart(), model.curve().confidence()),
        new AdmissionLimit(
            newAllowed,
            policy.waitingMax(),
            delay.delayNanos(),
            utilisation.correction(),
            utilisation.idleWhileRefusing(),
            overcommitment.continuingPart()),
        new CapacityEstimate(
            model.promisedProcessors(),
            model.neededProcessors(),
            model.spareProcessors(),
            model.newVisitsPerSecondMax(),
            model.bottleneck(),
            model.forecast()),
        new ExcessUse(excess.processors(), model.excessProcessors(), excess.isStrict()));
  }
}

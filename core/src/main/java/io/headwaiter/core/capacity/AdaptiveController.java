package io.headwaiter.core.capacity;

import io.headwaiter.core.admission.AdmissionPolicy;

/**
 * Admission by a model of capacity and demand that is learned while the server runs, held against
 * the queue in front of the workers as it is at every decision.
 *
 * <pre>
 *   a new visit comes in if the budget holds V and fewer than w turns of work wait for a worker
 *   budget refills at   lambda * V         lambda from {@link AdmissionPlan} with 1.15 * C * x processors
 *   a new visit takes   V                  C, V and lambda: see {@link CapacityModel}
 *   a returning one     V - h + r          less, since its handshake is resumed; may come in on credit
 *   a resumption found false takes V too, and claims are believed while the budget holds more than
 *                 (0.5 + 0.5 p) of its bucket, p being the part of them that was false of late
 *   of V a visit is charged f at the hello, h when its handshake is done, and the rest with its
 *                 first request; the rest is reserved before in part, and lapses if it stays silent
 *                 f: what handshakes cost that are not finished, h: what they cost
 *   w  = max(1, q * t * A / u, y * k)      and 0 where q = 0 and y * k &lt; 1
 *   t  = t0 + y * (target - t0),  t0 = min(target, 2 g)
 *   k  = min(20 A, 4 target * A / u)       where the queueing delay is below 4 targets, else 0
 *   w' = w + max(A, 4 target * A / u)                    for a network with less than its share
 *   g  mean time until another new visit can be let in: between those that ask; where some wait, at
 *      most the 2 ms after which the door looks again
 *   A  processors available, u  mean CPU time of a turn of work
 *   q  closes the door while work waits too long, see {@link DelayCorrection}
 *   x, y  keep the processors busy while visits are refused, see {@link UtilisationControl}
 * </pre>
 *
 * <p>The plan keeps promises: it knows what visits under way will want, and when. The bound on
 * waiting work keeps the moment: visits under way ask at random, and when many ask at once a plan
 * that is right on average would still let new ones in on top. A queue keeps the processors busy
 * until the next new visit asks; the more of them ask, the shorter it can be, and with it
 * everybody's wait. It is read at each decision, because a control interval is long enough to let
 * in ten visits too many. As it catches what the plan lets in too much, and nothing makes up for
 * what a plan keeps out that was learned too small, the plan has a head room of 15 %.
 *
 * <p>Compared with {@link EacFormula}: no steps of 2 s, no constants, and the whole visit is
 * weighed when it is let in, so the resumed connections of visits under way need no term of their
 * own: they are what was promised. They come in as long as the promises can be kept at all, see
 * {@link Overcommitment}. Refusals are not paid for one by one: the processors they keep busy are
 * taken off as they are measured.
 *
 * <p>A queue of two gaps is enough where new visits ask at random. Where they come in bursts it
 * runs empty between two of them, so y makes it longer until the processors stay busy, up to the
 * target. A server that refuses no visit has y = 1 and lets a small crowd of k turns queue.
 *
 * <p>Worked number: A = 1, 3 % of it spent on refusing, x = 0.87, V = 17 ms, in balance: lambda =
 * 57 visits a second. With a target of 20 ms, u = 1.8 ms and y = 0, w = 11 turns where 60 new
 * visits a second ask, and 1 where 1,200 do.
 *
 * <p>What it does not do: know before visits have been watched to their end that they become dearer
 * towards it (it then lets in too many at first, and works them off behind a shut door).
 *
 * <p>Not thread-safe.
 */
public final class AdaptiveController implements AdmissionController {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final long INTERVAL_NANOS = 50_000_000L;
  // How much may be let in at once after a quiet moment, in seconds of the whole capacity; so much
  // more while the cost of a visit is assumed and not seen, which is mostly assumed too high.
  private static final double BURST_SECONDS = 0.5;
  private static final double BURST_SECONDS_UNKNOWN = 2;
  private static final double BURST_VISITS_MIN = 2;
  // Claims are believed while more than this part of the bucket is left, if all of them are true.
  private static final double VERIFY_BELOW_PART = 0.5;
  // So many true ones are assumed before any was seen.
  private static final double TRUE_CLAIMS_PRIOR = 10;
  private static final double HEADROOM = 1.15;
  // Under lasting overload: work in stock for so many gaps between new visits.
  private static final double STOCK_GAPS = 2;
  // A small crowd may queue: so many turns a processor, unless the delay is so many targets.
  private static final double CROWD_TURNS = 20;
  private static final double CROWD_TARGETS = 4;
  // Work that may wait beyond that for networks with less than their share, in targets. Networks
  // above their share can keep the queue longer than is good for new visits of all.
  private static final double SHARE_TARGETS = 4;
  private static final double FULL_PART = 0.85;
  private static final double BEGINNING_TAU_NANOS = 1e9;
  private static final double GAP_TAU_NANOS = NANOS_PER_SECOND;
  // The door looks after its waiting room at least so often while the worker queue is too long.
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
  private double nextVisitNanos = NANOS_PER_SECOND;
  private final long targetNanos;
  private ControlReport report = ControlReport.NONE;
  private long sequence;

  /**
   * A controller that has measured nothing yet.
   *
   * @param queueDelayTargetNanos worker queueing delay up to which the budget is not cut, above 0
   * @param processors processors at the start, above 0
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
  public AdmissionPolicy step(MeterSnapshot s) {
    sequence++;
    double dt = s.elapsedNanos();
    model.add(s);
    gap.add(dt, GAP_TAU_NANOS, dt, s.newAdmitted() + s.newRefused());
    nextVisitNanos = s.newWaiting() > 0 ? Math.min(DOOR_LOOK_NANOS, gap.mean()) : gap.mean();
    delay.add(s);
    double promised = model.promisedProcessors();
    double room = model.processorsForVisits();
    boolean restricting = s.newRefused() > 0 || s.newWaiting() > 0;
    utilisation.add(
        new UtilisationControl.Look(
            dt,
            s.processCpuNanos() / (dt * model.processorsToKeepBusy()),
            restricting,
            delay.delayNanos(),
            isFull(s, promised, room),
            promised <= room,
            model.curve().ageNanos(),
            model.curve().isTrusted()));
    excess.add(dt, s.processors(), restricting, delay.delayNanos());
    double elsewhere = model.unknownProcessors();
    overcommitment.add(dt, delay.delayNanos(), room + elsewhere, promised + elsewhere);
    falsePart.add(dt, CLAIMS_TAU_NANOS, s.falseResumptions(), s.resumedAdmitted());
    AdmissionPolicy policy = policy();
    report = describe(s, policy);
    return policy;
  }

  /**
   * Whether the promises of this moment and the handshakes with them take the budget's processors.
   */
  private boolean isFull(MeterSnapshot s, double promised, double room) {
    double dt = s.elapsedNanos();
    double handshakeNanos = s.fullHandshakes() * model.demand().fullHandshakeNanos();
    beginning.add(dt, BEGINNING_TAU_NANOS, handshakeNanos, dt);
    return promised + beginning.mean() >= FULL_PART * room * utilisation.correction();
  }

  @Override
  public ControlReport report() {
    return report;
  }

  private AdmissionPolicy policy() {
    ServiceDemand demand = model.demand();
    double processors = model.supply().processors();
    double visitNanos = demand.visitNanos();
    double room = model.processorsForVisits() * utilisation.correction() * HEADROOM;
    double rate =
        AdmissionPlan.visitsPerSecond(
            room, Math.max(1, demand.fullHandshakeNanos()), model.curve());
    double burstSeconds = BURST_SECONDS + BURST_SECONDS_UNKNOWN * (1 - model.curve().confidence());
    double max =
        Math.max(BURST_VISITS_MIN * visitNanos, processors * burstSeconds * NANOS_PER_SECOND);
    int waitingMax = waitingMax(processors);
    return new AdmissionPolicy(
        sequence,
        /* open= */ false,
        AdmissionPolicy.KEEP_BUDGET,
        (long) (rate * visitNanos),
        (long) max,
        (long) visitNanos,
        (long) demand.returningVisitNanos(),
        /* refusalCostNanos= */ 0, // taken off the processors, where it is measured
        (long) demand.abandonedNanos(),
        (long) Math.min(visitNanos, demand.fullHandshakeNanos()),
        (long) (max * verifyBelowPart()),
        waitingMax,
        shareWaitingMax(processors, waitingMax),
        overcommitment.continuingPart());
  }

  /** The more claims were false of late, the sooner they are looked up; at worst always. */
  private double verifyBelowPart() {
    return VERIFY_BELOW_PART + (1 - VERIFY_BELOW_PART) * falsePart();
  }

  // A handshake may be found false in another interval than the one it was let in.
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
   * Turns that may wait when a visit comes in that would make the shares of networks more equal.
   */
  private int shareWaitingMax(double processors, int waitingMax) {
    double turns = SHARE_TARGETS * targetNanos * processors / model.turnNanos();
    return (int) Math.min(WAITING_MAX, waitingMax + Math.max(processors, turns));
  }

  /** Turns that may wait on a server that is not overloaded lastingly, whatever waits just now. */
  private double smallCrowd(double processors, double turnsPerNano) {
    double mostNanos = CROWD_TARGETS * targetNanos;
    double turns = Math.min(CROWD_TURNS * processors, mostNanos * turnsPerNano);
    return delay.delayNanos() < mostNanos ? utilisation.stockPart() * turns : 0;
  }

  private ControlReport describe(MeterSnapshot s, AdmissionPolicy policy) {
    ServiceDemand demand = model.demand();
    double seconds = s.elapsedNanos() / NANOS_PER_SECOND;
    return ControlReport.builder(sequence, s.elapsedNanos())
        .supply(s.supply())
        .resumedConnections(s.resumedAdmitted())
        .newAllowed(policy.refillNanosPerSecond() * seconds / policy.newVisitCostNanos())
        .fullHandshakeNanos(demand.fullHandshakeNanos())
        .resumedHandshakeNanos(demand.resumedHandshakeNanos())
        .requestNanos(demand.requestNanos())
        .newVisitNanos(demand.visitNanos())
        .refusalNanos(demand.refusalNanos())
        .connectionOverheadNanos(demand.connectionOverheadNanos())
        .requestOverheadNanos(demand.requestOverheadNanos())
        .requestsPerVisit(model.requestsPerVisit())
        .queueDelayNanos(delay.delayNanos())
        .correction(utilisation.correction())
        .idleWhileRefusing(utilisation.idleWhileRefusing())
        .falsePart(falsePart())
        .waitingMax(policy.waitingMax())
        .promisedProcessors(model.promisedProcessors())
        .neededProcessors(model.neededProcessors())
        .spareProcessors(model.spareProcessors())
        .newVisitsPerSecondMax(model.newVisitsPerSecondMax())
        .bottleneck(model.bottleneck())
        .continuingPart(overcommitment.continuingPart())
        .excessProcessors(excess.processors())
        .excessUsed(model.excessProcessors())
        .confidence(model.curve().confidence())
        .build();
  }
}

package io.headwaiter.core.capacity;

/**
 * The cost of visits, the capacity of the server, and the part of it that visits under way need;
 * learned from meters, interval by interval.
 *
 * <pre>
 *   V      = h + G                  cost of a new visit, G from {@link VisitCurve}
 *   A'     = min over r of A_r      processors that can be kept busy: all of A, or what threads
 *                                   and connections leave of it, see
 *                                   {@link io.headwaiter.core.pool.queueing.FiniteSource}
 *   C      = min(A' - F - B - K - E, V R)   left for visits under way and new visits
 *   lambda = C / V                  new visits a second in the long run; the r with the smallest
 *                                   A_r is the bottleneck
 *   F  processors busy with accepting, reading hellos and refusing
 *   B  processors busy with connections of unknown visits
 *   K  processors busy with work that does not grow with visits: the compiler, the control thread
 *   E  processors busy with excess, less what can be taken back
 *   R  visits a second that the pools carry by a profile of them, see {@link PoolCapacity};
 *      infinite without one
 * </pre>
 *
 * <p>Deferred excess ({@link ExcessShare}) is in E only up to a tenth of A: the rest is taken back
 * as soon as other work wants the processors.
 *
 * <p>CPU time that no thread accounts for (poller, collector) is divided among all work but the
 * handshakes with which visits begin, see {@link UnmeteredCpu}. The CPU time of handshakes under
 * way stays with them.
 *
 * <p>The CPU time of a first use, such as the compilation of a JSP, is not part of the visit cost
 * (see {@link FirstUses}): it is subtracted from the CPU time of the process, and the request or
 * handshake is left out of the mean of its kind.
 *
 * <p>The time for which a request holds a thread or a connection beside its processor time is
 * learned only while the processors are not all busy, and then kept. Otherwise most of it is
 * waiting for a processor.
 *
 * <p>Worked number: A = 1, F = 0.03, B = 0, h = 4 ms, G = 13 ms: lambda = 0.97 / 0.017 = 57 visits
 * a second. If the database becomes slow, so that each turn of 1.5 ms holds its thread for 100 ms,
 * ten threads carry X = 98 turns a second: A' = 98 * 0.0015 = 0.15 processors, lambda = 7 a second,
 * and the bottleneck is the threads.
 *
 * <p>Not thread-safe.
 */
final class CapacityModel {
  private static final double HANDSHAKE_NANOS_PRIOR = 4e6;
  private static final double RESUMED_NANOS_PRIOR = 1e6;
  private static final double REQUEST_NANOS_PRIOR = 1e6;
  private static final double REFUSAL_NANOS_PRIOR = 25_000;
  private static final double ABANDONED_NANOS_PRIOR = 4e6;
  private static final double HANDSHAKES_PRIOR = 5;
  private static final double REFUSALS_PRIOR = 5;
  private static final long UNMETERED_TURN_NANOS = 1_000_000;
  private static final double UNKNOWN_TAU_NANOS = 2e9;
  private static final double FRONT_TAU_NANOS = 0.2e9;
  // The compiler works in bursts.
  private static final double BACKGROUND_TAU_NANOS = 2e9;
  // Long, so that a short burst of excess keeps no visit out.
  private static final double EXCESS_TAU_NANOS = 1e9;
  private static final double HINDERED_NANOS = 50e6;
  private static final double SPARE_MARGIN = 1.1;

  private final ChangingMean full = new ChangingMean(HANDSHAKE_NANOS_PRIOR, HANDSHAKES_PRIOR);
  private final ChangingMean resumed = new ChangingMean(RESUMED_NANOS_PRIOR, 2);
  private final ChangingMean request = new ChangingMean(REQUEST_NANOS_PRIOR, 2);
  private final ChangingMean refusal = new ChangingMean(REFUSAL_NANOS_PRIOR, REFUSALS_PRIOR);
  private final ChangingMean abandoned = new ChangingMean(ABANDONED_NANOS_PRIOR, HANDSHAKES_PRIOR);
  private final VisitCurve curve = new VisitCurve();
  private final UnmeteredCpu unmetered = new UnmeteredCpu();
  private final DecayingMean unknown = new DecayingMean(0, 0);
  private final DecayingMean front = new DecayingMean(0, 0);
  private final DecayingMean excess = new DecayingMean(0, 0);
  private final DecayingMean deferred = new DecayingMean(0, 0);
  private final DecayingMean background = new DecayingMean(0, 0);
  private final ArrivalRate offered = new ArrivalRate();
  private final Overheads overheads = new Overheads();
  private final HeldResources held = new HeldResources();
  private CpuSupply supply;
  private PoolCapacity pools = PoolCapacity.UNKNOWN;

  /**
   * Creates a model without measurements.
   *
   * @param processors at the start, above 0
   */
  CapacityModel(double processors) {
    supply = CpuSupply.of(processors);
  }

  /** Adds one interval. */
  void add(MeterSnapshot s) {
    double dt = s.elapsedNanos();
    supply = s.supply();
    pools = s.pools();
    FirstUses first = s.firstUses();
    full.add(
        dt, s.handshakes().fullCpuNanos(), usual(s.handshakes().full(), first.fullHandshakes()));
    resumed.add(
        dt,
        s.handshakes().resumedCpuNanos(),
        usual(s.handshakes().resumed(), first.resumedHandshakes()));
    request.add(dt, s.cpu().requestNanos(), usual(s.requests(), first.requests()));
    refusal.add(dt, s.cpu().frontNanos(), s.connections().arrived());
    abandoned.add(
        dt,
        s.handshakes().failedCpuNanos(),
        usual(s.handshakes().failed(), first.failedHandshakes()));
    excess.add(dt, EXCESS_TAU_NANOS, s.cpu().excessNanos(), dt);
    deferred.add(dt, EXCESS_TAU_NANOS, s.cpu().deferredNanos(), dt);
    background.add(dt, BACKGROUND_TAU_NANOS, s.cpu().backgroundNanos(), dt);
    front.add(dt, FRONT_TAU_NANOS, s.cpu().frontNanos(), dt);
    offered.add(dt, s.connections().newAdmitted() + s.connections().newRefused());
    overheads.add(s);
    learnVisits(s, dt);
    held.add(s);
  }

  /** Subtracts first uses; an interval may contain them without their count, or the reverse. */
  private static long usual(long count, long firstUses) {
    return Math.max(0, count - firstUses);
  }

  private void learnVisits(MeterSnapshot s, double dt) {
    VisitWork work = s.visitWork();
    if (work.cpuNanos() == 0) {
      work = work.evenly(UNMETERED_TURN_NANOS); // virtual threads have no CPU clock
    }
    double known = work.cpuNanos();
    double beginnings = s.connections().returningVisits() * resumed.mean();
    double parallel = s.handshakes().parallelCpuNanos();
    double measured = s.cpu().requestNanos() + s.handshakes().resumedCpuNanos() + parallel;
    double elsewhere = Math.max(0, measured - beginnings - known - s.cpu().excessNanos());
    double total =
        s.cpu().processNanos()
            - (s.handshakes().fullCpuNanos() - parallel)
            - beginnings
            - s.handshakes().underWayCpuNanos()
            - s.firstUseCpuNanos()
            - s.cpu().backgroundNanos();
    unmetered.add(dt, total, known + elsewhere, besideVisits(s));
    double shared = unmetered.visitFactor();
    boolean hindered =
        Math.max(s.queue().delayNanosMean(), s.queue().delayNanosHead()) > HINDERED_NANOS;
    curve.add(dt, s.processors(), s.connections().visitsBegun(), work, shared, hindered);
    curve.bound(s.visitNanosMax() * shared);
    unknown.add(dt, UNKNOWN_TAU_NANOS, elsewhere * shared, dt);
  }

  /**
   * Returns the CPU time that threads account for beside the work of visits within their accounts.
   */
  private static double besideVisits(MeterSnapshot s) {
    return s.cpu().frontNanos()
        + s.handshakes().failedCpuNanos()
        + s.cpu().courtesyNanos()
        + s.cpu().excessNanos();
  }

  /** Returns the costs of visits, handshakes and requests. */
  ServiceDemand demand() {
    double visit = Math.max(1, full.mean() + curve.visitNanos());
    double returning = visit - Math.max(0, full.mean() - resumed.mean());
    return new ServiceDemand(
        full.mean(),
        resumed.mean(),
        request.mean(),
        visit,
        Math.max(1, returning),
        abandoned.mean(),
        refusal.mean(),
        overheads.connectionNanos(refusal.mean()),
        overheads.turnNanos());
  }

  /** Returns the curve of visits. */
  VisitCurve curve() {
    return curve;
  }

  /** Returns the processors of the last interval. */
  CpuSupply supply() {
    return supply;
  }

  /** Returns C, the processors for visits under way and new visits, at least 0. */
  double processorsForVisits() {
    return forecast().processorsForVisits(supply.processors());
  }

  /** Returns what other processors would carry. */
  CapacityForecast forecast() {
    return new CapacityForecast(
        demand().visitNanos(), processorsBesideVisits(), held.bounds(), pools);
  }

  /** Returns A', the processors that can be kept busy, above 0. */
  double processorsToKeepBusy() {
    return held.processors(supply.processors());
  }

  /** Returns F + B + K + E. */
  private double processorsBesideVisits() {
    return unmetered.besideFactor() * (front.mean() + lastingExcess())
        + unknown.mean()
        + background.mean();
  }

  /** Returns E. Deferred excess counts only up to the part that it gets in any case. */
  private double lastingExcess() {
    double least = ExcessShare.LEAST_PART * supply.processors();
    return undeferredProcessors() + Math.min(deferred.mean(), least);
  }

  /** Returns the processors busy with excess that no visit over its account has caused. */
  private double undeferredProcessors() {
    return Math.max(0, excess.mean() - deferred.mean());
  }

  /** Returns the processors busy with excess. */
  double excessProcessors() {
    return excess.mean();
  }

  /**
   * Returns B, the processors busy with visits that began elsewhere and other work of unknown
   * visits.
   */
  double unknownProcessors() {
    return unknown.mean();
  }

  /** Returns the processors that the visits under way need now. */
  double promisedProcessors() {
    return curve.promisedProcessors(0);
  }

  /** Returns lambda, the new visits a second that the server carries in the long run. */
  double newVisitsPerSecondMax() {
    return forecast().newVisitsPerSecondMax(supply.processors());
  }

  /** Returns the scarcest resource. */
  Resource bottleneck() {
    return forecast().bottleneck(supply.processors());
  }

  /**
   * Returns the processors that would carry all visits that ask, refused ones included. The
   * compiler is left out: it uses all idle processors, so the need would grow with the supply.
   */
  double neededProcessors() {
    return offered.perNano() * demand().visitNanos()
        + unmetered.besideFactor() * front.mean()
        + unknown.mean();
  }

  /**
   * Returns the processors that could be given back; a tenth of the need is kept for its variation.
   */
  double spareProcessors() {
    double wanted = Math.max(neededProcessors(), promisedProcessors()) * SPARE_MARGIN;
    return Math.max(0, supply.allowed() - wanted);
  }

  /** Returns the processor time of a turn, nanoseconds. */
  double turnNanos() {
    return held.turnNanos();
  }

  /** Returns the requests and later handshakes of a visit; at least 0. */
  double requestsPerVisit() {
    return curve.turnsPerVisit();
  }
}

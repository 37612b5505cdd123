package io.headwaiter.core.capacity;

/**
 * What customers cost, what the server can carry, and what it has promised already; learned from
 * meters, interval by interval.
 *
 * <pre>
 *   V      = h + G                    cost of a new visit, G from {@link VisitCurve}
 *   A'     = min over r of A_r        processors that can be kept busy: all of A; or what threads and
 *                                     connections leave of it, see {@link io.headwaiter.core.pool.FiniteSource}
 *   C      = min(A' - F - B - K - E, V R) left for promises and new visits
 *   lambda = C / V                    new visits a second in the long run; the r with the smallest
 *                                     A_r is the bottleneck
 *   F  processors busy with accepting, reading hellos and refusing
 *   B  processors busy with connections of which no visit is known
 *   K  processors busy with what does not grow with visits: the compiler, the control thread
 *   E  processors busy with what visits take beyond their account, less what can be taken back
 *   R  visits a second that the pools carry by a profile of them, see {@link PoolCapacity}; infinite
 *      without one
 * </pre>
 *
 * <p>What visits over their account take of what others leave over ({@link ExcessShare}) keeps no
 * visit out: it is taken back as soon as others want it.
 *
 * <p>CPU time that no thread accounts for (poller, collector) is shared out among all work but the
 * handshakes with which visits begin, see {@link UnmeteredCpu}. What was spent on handshakes that
 * are still under way belongs to them.
 *
 * <p>What a first use took, the compilation of a JSP say, is no part of a visit's cost (see {@link
 * FirstUses}): it is subtracted from the process's CPU time, and the request or handshake is left
 * out of the mean of its kind.
 *
 * <p>How long a request holds a thread or a connection beside its processor time can be seen only
 * while the processors are not all busy: else most of it is waiting for them. So it is learned only
 * then, and kept.
 *
 * <p>Worked number: A = 1, F = 0.03, B = 0, h = 4 ms, G = 13 ms: lambda = 0.97 / 0.017 = 57 visits
 * a second. If the database becomes slow, so that each turn of 1.5 ms holds its thread for 100 ms,
 * ten threads carry X = 98 turns a second: A' = 98 * 0.0015 = 0.15 processors, lambda = 7 a second,
 * and the bottleneck is the threads.
 *
 * <p>Not thread-safe.
 */
final class CapacityModel {
  private static final double NANOS_PER_SECOND = 1e9;
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
  // The compiler works by fits and starts.
  private static final double BACKGROUND_TAU_NANOS = 2e9;
  // A burst of a visit that may take no more for long is no reason to keep others out.
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
   * A model that has seen nothing.
   *
   * @param processors at the start, above 0
   */
  CapacityModel(double processors) {
    supply = CpuSupply.of(processors);
  }

  /** Takes in one interval. */
  void add(MeterSnapshot s) {
    double dt = s.elapsedNanos();
    supply = s.supply();
    pools = s.pools();
    FirstUses first = s.firstUses();
    full.add(dt, s.fullHandshakeCpuNanos(), usual(s.fullHandshakes(), first.fullHandshakes()));
    resumed.add(
        dt, s.resumedHandshakeCpuNanos(), usual(s.resumedHandshakes(), first.resumedHandshakes()));
    request.add(dt, s.requestCpuNanos(), usual(s.requests(), first.requests()));
    refusal.add(dt, s.frontCpuNanos(), s.frontConnections());
    abandoned.add(
        dt, s.failedHandshakeCpuNanos(), usual(s.failedHandshakes(), first.failedHandshakes()));
    excess.add(dt, EXCESS_TAU_NANOS, s.excessCpuNanos(), dt);
    deferred.add(dt, EXCESS_TAU_NANOS, s.deferredCpuNanos(), dt);
    background.add(dt, BACKGROUND_TAU_NANOS, s.backgroundCpuNanos(), dt);
    front.add(dt, FRONT_TAU_NANOS, s.frontCpuNanos(), dt);
    offered.add(dt, s.newAdmitted() + s.newRefused());
    overheads.add(s);
    learnVisits(s, dt);
    held.add(s);
  }

  /** Without first uses, of which an interval may tell a moment before or after the count. */
  private static long usual(long count, long firstUses) {
    return Math.max(0, count - firstUses);
  }

  private void learnVisits(MeterSnapshot s, double dt) {
    VisitWork work = s.visitWork();
    if (work.cpuNanos() == 0) {
      work = work.evenly(UNMETERED_TURN_NANOS); // virtual threads have no CPU clock
    }
    double known = work.cpuNanos();
    double beginnings = s.returningVisits() * resumed.mean();
    double parallel = s.parallelHandshakeCpuNanos();
    double measured = s.requestCpuNanos() + s.resumedHandshakeCpuNanos() + parallel;
    double elsewhere = Math.max(0, measured - beginnings - known - s.excessCpuNanos());
    double total =
        s.processCpuNanos()
            - (s.fullHandshakeCpuNanos() - parallel)
            - beginnings
            - s.handshakesUnderWayCpuNanos()
            - s.firstUseCpuNanos()
            - s.backgroundCpuNanos();
    unmetered.add(dt, total, known + elsewhere, besideVisits(s));
    double shared = unmetered.visitFactor();
    boolean hindered = Math.max(s.queueDelayNanosMean(), s.queueDelayNanosHead()) > HINDERED_NANOS;
    curve.add(dt, s.processors(), s.visitsBegun(), work, shared, hindered);
    unknown.add(dt, UNKNOWN_TAU_NANOS, elsewhere * shared, dt);
  }

  /** CPU time that threads account for, and that is no work of visits within their accounts. */
  private static double besideVisits(MeterSnapshot s) {
    return s.frontCpuNanos()
        + s.failedHandshakeCpuNanos()
        + s.courtesyCpuNanos()
        + s.excessCpuNanos();
  }

  /** What customers cost. */
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

  /** The curve of visits. */
  VisitCurve curve() {
    return curve;
  }

  /** The processors there are. */
  CpuSupply supply() {
    return supply;
  }

  /** C, processors left for promises and new visits, at least 0. */
  double processorsForVisits() {
    double measured = measuredProcessorsForVisits();
    return pools.isKnown() ? Math.min(measured, processorsByPools()) : measured;
  }

  /** A', processors that can be kept busy, above 0. */
  double processorsToKeepBusy() {
    return held.processors(supply.processors());
  }

  private double measuredProcessorsForVisits() {
    double others =
        unmetered.besideFactor() * (front.mean() + lastingExcess())
            + unknown.mean()
            + background.mean();
    return Math.max(0, processorsToKeepBusy() - others);
  }

  /** E: of what is deferred no more than what it gets in any case. */
  private double lastingExcess() {
    double least = ExcessShare.LEAST_PART * supply.processors();
    return Math.max(0, excess.mean() - deferred.mean()) + Math.min(deferred.mean(), least);
  }

  /** Processors that the visits keep busy which the pools carry. */
  private double processorsByPools() {
    return pools.visitsPerSecond() * demand().visitNanos() / NANOS_PER_SECOND;
  }

  /** Processors busy with what visits take beyond their account. */
  double excessProcessors() {
    return excess.mean();
  }

  /**
   * B, processors busy with visits that began elsewhere, and whatever else no visit is known of.
   */
  double unknownProcessors() {
    return unknown.mean();
  }

  /** Processors that the visits under way need now. */
  double promisedProcessors() {
    return curve.promisedProcessors(0);
  }

  /** lambda, new visits a second that can be carried in the long run. */
  double newVisitsPerSecondMax() {
    return processorsForVisits() * NANOS_PER_SECOND / demand().visitNanos();
  }

  /** What there is least of. */
  Resource bottleneck() {
    if (pools.isKnown() && processorsByPools() < measuredProcessorsForVisits()) {
      return pools.bottleneck();
    }
    return held.bottleneck(supply.processors());
  }

  /**
   * Processors that would carry all visits that ask for it, those that are refused included. The
   * compiler takes what is left over: counted in, it would need whatever it is given.
   */
  double neededProcessors() {
    return offered.perNano() * demand().visitNanos()
        + unmetered.besideFactor() * front.mean()
        + unknown.mean();
  }

  /** Processors that could be given back; a tenth of the need is kept for its swings. */
  double spareProcessors() {
    double wanted = Math.max(neededProcessors(), promisedProcessors()) * SPARE_MARGIN;
    return Math.max(0, supply.allowed() - wanted);
  }

  /** Processor time of a turn of work, nanoseconds. */
  double turnNanos() {
    return held.turnNanos();
  }

  /** Requests of a visit, by turns of work; at least 0. */
  double requestsPerVisit() {
    return curve.turnsPerVisit();
  }
}

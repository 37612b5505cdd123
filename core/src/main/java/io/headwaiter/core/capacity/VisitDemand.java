package io.headwaiter.core.capacity;

/**
 * Learns what a new visit costs the server to its end, in CPU time, while visits are still under
 * way.
 *
 * <p>A visit begins with a full handshake, or with a resumed one if its customer has a ticket of an
 * earlier visit or of a courtesy page, and goes on with requests and resumed connections for as
 * long as its customer stays. What it costs is
 *
 * <pre>
 *   V = h + E[w C] / E[w F]            of a visit that begins with a full handshake
 *   V - h + r, at most V               of one that begins with a resumed handshake
 *   B = E[C - F (V - h)], at least 0
 *   h  mean CPU time of a full handshake
 *   r  mean CPU time of a resumed handshake
 *   C  rate of all other CPU time of the server (everything but the handshakes with which visits
 *      begin, failed ones, courtesy pages and the front)
 *   F  rate at which visits began, in both ways, after a first-order lag of a
 *   a  mean age of the visit at a request; grows at once, fades over 3 a
 *   w  F / (F + 2 A), A processors: an hour without new visits says nothing about what one costs
 *   E  decayed over tau = 3 a, at least 8 s (for B: over 4 s)
 *   B  CPU time, in processors, that visits let in as new do not explain: returning customers
 * </pre>
 *
 * <p>Why the lag: the requests of this second belong to the visits that began {@code a} ago on
 * average. Dividing by the visits of this second would call a visit cheap whenever more arrive than
 * before, which is when it matters most. Finished visits are not used at all: the ones that have
 * finished are the short ones. For the same reason, before three ages have gone by, V is not taken
 * to be below what was assumed at the start: nobody has seen a long visit yet.
 *
 * <p>V and B share out one measured total. Where new and returning visits come at a fixed ratio
 * they cannot be told apart, and need not be: the rate (A - B) / V at which new visits are let in
 * has the same equilibrium, C + F h = A, however C is shared out.
 *
 * <p>Worked number: 50 visits a second, handshakes of 4 ms, 450 ms of other CPU time each second: V
 * = 4 + 450/50 = 13 ms. If the visits double to 100 a second while their age is 6 s, F is 50 + 50
 * (1 - exp(-1/6)) = 57.7 one second later, and so is the other CPU time, to 520 ms a second: V
 * stays at 13 ms.
 *
 * <p>Not thread-safe.
 */
final class VisitDemand {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double TAU_NANOS_MIN = 8 * NANOS_PER_SECOND;
  private static final double TAU_IN_AGES = 3;
  private static final double AGES_TO_TRUST = 3;
  // Visits a second and processor at which an interval counts half.
  private static final double HALF_WEIGHT_RATE = 2;
  private static final double AGE_NANOS_MIN = 0.2 * NANOS_PER_SECOND;
  private static final double AGE_NANOS_MAX = MeterSnapshot.VISIT_AGE_NANOS_MAX;

  // Before anything is measured: a JSSE handshake with RSA-2048, and a short visit of light pages.
  private static final double HANDSHAKE_NANOS_PRIOR = 4e6;
  private static final double OTHER_NANOS_PRIOR = 10e6;
  private static final double PRIOR_VISITS = 5;
  private static final double RESUMED_NANOS_PRIOR = 1e6;
  private static final double RESUMED_PRIOR_HANDSHAKES = 2;
  private static final double UNPAID_TAU_NANOS = 4 * NANOS_PER_SECOND;
  private static final double COST_TAU_NANOS = 10 * NANOS_PER_SECOND;

  private final DecayingMean fullHandshake = new DecayingMean(HANDSHAKE_NANOS_PRIOR, PRIOR_VISITS);
  private final DecayingMean resumedHandshake =
      new DecayingMean(RESUMED_NANOS_PRIOR, RESUMED_PRIOR_HANDSHAKES);
  private final DecayingMean other = new DecayingMean(OTHER_NANOS_PRIOR, PRIOR_VISITS);
  private final DecayingMean requestsPerVisit = new DecayingMean(1, PRIOR_VISITS);
  private final DecayingMean recentAgeNanos = new DecayingMean(NANOS_PER_SECOND, 1);
  private final DecayingMean unpaidProcessors = new DecayingMean(0, 0);
  private double ageNanos = AGE_NANOS_MIN;
  private double laggedVisitsPerSecond;
  private double observedNanos;

  /** Takes in one interval. */
  void add(MeterSnapshot s) {
    double dt = s.elapsedNanos();
    learnAge(s, dt);
    resumedHandshake.add(dt, COST_TAU_NANOS, s.resumedHandshakeCpuNanos(), s.resumedHandshakes());
    double begun = s.fullHandshakes() + s.returningVisits();
    double visitsPerSecond = begun * NANOS_PER_SECOND / dt;
    laggedVisitsPerSecond +=
        (visitsPerSecond - laggedVisitsPerSecond) * (1 - Math.exp(-dt / ageNanos));
    double visits = laggedVisitsPerSecond * dt / NANOS_PER_SECOND;
    double tau = tauNanos();
    double otherNanos =
        s.processCpuNanos()
            - s.frontCpuNanos()
            - s.fullHandshakeCpuNanos()
            - s.returningVisits() * resumedHandshake.mean()
            - s.failedHandshakeCpuNanos()
            - s.courtesyCpuNanos();
    double weight =
        laggedVisitsPerSecond / (laggedVisitsPerSecond + HALF_WEIGHT_RATE * s.processors());
    fullHandshake.add(dt, tau, s.fullHandshakeCpuNanos(), s.fullHandshakes());
    other.add(dt, tau, otherNanos * weight, visits * weight);
    unpaidProcessors.add(dt, UNPAID_TAU_NANOS, otherNanos - visits * other.mean(), dt);
    requestsPerVisit.add(dt, tau, s.requests(), visits);
  }

  private void learnAge(MeterSnapshot s, double dt) {
    if (s.fullHandshakes() + s.returningVisits() > 0 || observedNanos > 0) {
      observedNanos += dt;
    }
    recentAgeNanos.add(dt, TAU_NANOS_MIN, s.visitAgeNanosSum(), s.visitAges());
    double faded = ageNanos * Math.exp(-dt / tauNanos());
    ageNanos = Math.max(AGE_NANOS_MIN, Math.max(faded, recentAgeNanos.mean()));
    ageNanos = Math.min(ageNanos, AGE_NANOS_MAX);
  }

  /** V, nanoseconds of CPU. */
  double visitNanos() {
    double otherNanos = other.mean();
    if (!trusted()) {
      otherNanos = Math.max(otherNanos, OTHER_NANOS_PRIOR);
    }
    return fullHandshake.mean() + otherNanos;
  }

  /** What a visit costs that begins with a resumed handshake, nanoseconds of CPU; at most V. */
  double returningVisitNanos() {
    return visitNanos() - Math.max(0, fullHandshake.mean() - resumedHandshake.mean());
  }

  /** Whether visits have been watched for long enough to know how long they get. */
  boolean trusted() {
    return observedNanos >= AGES_TO_TRUST * ageNanos;
  }

  /** h, nanoseconds of CPU. */
  double fullHandshakeNanos() {
    return fullHandshake.mean();
  }

  /** r, nanoseconds of CPU. */
  double resumedHandshakeNanos() {
    return resumedHandshake.mean();
  }

  double requestsPerVisit() {
    return requestsPerVisit.mean();
  }

  /** B, processors busy with work that no visit let in as new has paid for. */
  double unpaidProcessors() {
    return Math.max(0, unpaidProcessors.mean());
  }

  /** a, nanoseconds, within bounds. */
  double ageNanos() {
    return ageNanos;
  }

  private double tauNanos() {
    return Math.max(TAU_NANOS_MIN, TAU_IN_AGES * ageNanos);
  }
}

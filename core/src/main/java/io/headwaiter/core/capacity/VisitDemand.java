package io.headwaiter.core.capacity;

/**
 * Learns what a new visit costs the server to its end, in CPU time, while visits are still under
 * way.
 *
 * <p>A visit begins with a full handshake and goes on with requests and resumed connections for as
 * long as its customer stays. What it costs is
 *
 * <pre>
 *   V = h + C / F
 *   h  mean CPU time of a full handshake
 *   C  rate of all other CPU time of the server (everything but full handshakes and the front), decayed over tau
 *   F  rate at which visits began, decayed over the same tau, after a first-order lag of a
 *   a  mean age of the visit at a request
 * </pre>
 *
 * <p>Why the lag: the requests of this second belong to the visits that began {@code a} ago on
 * average. Dividing by the visits of this second would call a visit cheap whenever more arrive than
 * before, which is when it matters most. Finished visits are not used at all: the ones that have
 * finished are the short ones.
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
  private static final double AGE_NANOS_MIN = 0.2 * NANOS_PER_SECOND;
  private static final double AGE_NANOS_MAX = 600 * NANOS_PER_SECOND;

  // Before anything is measured: a JSSE handshake with RSA-2048, and a short visit of light pages.
  private static final double HANDSHAKE_NANOS_PRIOR = 4e6;
  private static final double OTHER_NANOS_PRIOR = 10e6;
  private static final double PRIOR_VISITS = 5;

  private final DecayingMean fullHandshake = new DecayingMean(HANDSHAKE_NANOS_PRIOR, PRIOR_VISITS);
  private final DecayingMean other = new DecayingMean(OTHER_NANOS_PRIOR, PRIOR_VISITS);
  private final DecayingMean requestsPerVisit = new DecayingMean(1, PRIOR_VISITS);
  private final DecayingMean ageNanos = new DecayingMean(NANOS_PER_SECOND, 1);
  private double laggedVisitsPerSecond;

  /** Takes in one interval. */
  void add(MeterSnapshot s) {
    double dt = s.elapsedNanos();
    ageNanos.add(dt, TAU_NANOS_MIN, s.visitAgeNanosSum(), s.visitAges());
    double visitsPerSecond = s.fullHandshakes() * NANOS_PER_SECOND / dt;
    laggedVisitsPerSecond +=
        (visitsPerSecond - laggedVisitsPerSecond) * (1 - Math.exp(-dt / ageNanos()));
    double visits = laggedVisitsPerSecond * dt / NANOS_PER_SECOND;
    double tau = tauNanos();
    long otherNanos = s.processCpuNanos() - s.frontCpuNanos() - s.fullHandshakeCpuNanos();
    fullHandshake.add(dt, tau, s.fullHandshakeCpuNanos(), s.fullHandshakes());
    other.add(dt, tau, otherNanos, visits);
    requestsPerVisit.add(dt, tau, s.requests(), visits);
  }

  /** V, nanoseconds of CPU. */
  double visitNanos() {
    return fullHandshake.mean() + other.mean();
  }

  /** h, nanoseconds of CPU. */
  double fullHandshakeNanos() {
    return fullHandshake.mean();
  }

  double requestsPerVisit() {
    return requestsPerVisit.mean();
  }

  /** a, nanoseconds, within bounds. */
  double ageNanos() {
    return Math.max(AGE_NANOS_MIN, Math.min(AGE_NANOS_MAX, ageNanos.mean()));
  }

  private double tauNanos() {
    return Math.max(TAU_NANOS_MIN, TAU_IN_AGES * ageNanos());
  }
}

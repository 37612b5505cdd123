package io.headwaiter.tuning;

import io.headwaiter.core.pool.profile.Moments;
import io.headwaiter.core.pool.profile.PoolSizes;
import io.headwaiter.core.pool.profile.ProcessorUse;
import io.headwaiter.core.pool.profile.ProfilePoint;
import io.headwaiter.core.pool.profile.RequestMix;
import io.headwaiter.core.pool.profile.TypeProfile;
import io.headwaiter.core.profile.RequestProfile;
import io.headwaiter.core.profile.RequestTotals;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The measurements of one profiling run.
 *
 * @param threads M
 * @param connections N
 * @param clients size of the closed population, more than M; 0 for a partly open load
 * @param threadsBusy busy threads, mean over the run, 0 to M
 * @param failedPart part of the visits that failed, 0 to 1
 * @param measured profile of the requests meanwhile
 * @param processors use of its processors; null, as in older files, if unknown
 */
public record TuningRun(
    int threads,
    int connections,
    int clients,
    double threadsBusy,
    double failedPart,
    RequestProfile measured,
    ProcessorUse processors) {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double NOTHING_PER_SECOND = 1e-3;
  private static final double STOLEN_MAX = 0.05;
  private static final RequestMix NO_MIX = new RequestMix(Map.of("", 1.0));

  /** Checks that the run took some time. */
  public TuningRun {
    processors = processors == null ? ProcessorUse.UNKNOWN : processors;
    if (measured == null || measured.spanNanos() <= 0) {
      throw new IllegalArgumentException("a run must have taken some time");
    }
  }

  /** Returns M and N. */
  public PoolSizes sizes() {
    return new PoolSizes(threads, connections);
  }

  /** Returns whether all threads were busy, by {@link ProfilePoint#wasOverloaded}. */
  public boolean isFull() {
    return !measured.types().isEmpty() && point(NO_MIX, measured.types().keySet()).wasOverloaded();
  }

  /** Returns the requests served a second, without those that failed. */
  public double requestsPerSecond() {
    return measured.overall().served() * NANOS_PER_SECOND / measured.spanNanos();
  }

  /** Returns the same rate, corrected for stolen processors. */
  public double requestsPerSecondUnstolen() {
    return requestsPerSecond() * gainUnstolen();
  }

  /**
   * Returns whether the stolen part of the processors is small enough to correct for: a twentieth
   * at most. With more, the run differs from that of an undisturbed server.
   */
  public boolean isSound() {
    return processors.stolenPart() <= STOLEN_MAX;
  }

  /**
   * Returns the factor by which the rate would have been higher without stolen processors, see
   * {@link ProcessorUse#gainUnstolen}; at least 1.
   */
  public double gainUnstolen() {
    RequestTotals all = measured.overall();
    double atWork = (all.processingNanos() + all.holdNanos()) / (double) measured.spanNanos();
    return processors.gainUnstolen(atWork);
  }

  /**
   * Returns the sessions served a second, corrected for stolen processors and for a mix, see {@link
   * ProfilePoint#withMix}.
   *
   * @param mix of all runs that are compared
   */
  public double sessionsPerSecond(RequestMix mix) {
    return point(mix, measured.types().keySet()).completedSessionsPerSecond();
  }

  /**
   * Returns the run as a point of a profile. A closed population offers no more load than the
   * server completes, so busy threads show that the server was full. The point is corrected for
   * stolen processors: the rate is higher by the gain, and every time is shorter by it.
   *
   * @param mix mix of all runs, by which the completed requests are counted as sessions; the rate
   *     is corrected to this mix
   * @param types types of all runs; those without requests in this run have no times
   */
  ProfilePoint point(RequestMix mix, Set<String> types) {
    double gain = gainUnstolen();
    List<TypeProfile> profiles = new ArrayList<>();
    for (String type : types) {
      profiles.add(profile(type, measured.types().getOrDefault(type, RequestTotals.NONE), gain));
    }
    double completed = gain * requestsPerSecond() / mix.sessionLength();
    return new ProfilePoint(
            threads,
            connections,
            profiles,
            Math.max(NOTHING_PER_SECOND, completed),
            completed,
            measured.overall().served(),
            Math.max(0, Math.min(threads, threadsBusy)),
            processors.unstolen(gain))
        .withMix(mix);
  }

  private static TypeProfile profile(String type, RequestTotals totals, double gain) {
    // The server reads its counters one after the other, while it serves requests.
    long withConnection = Math.min(totals.count(), totals.withConnection());
    return new TypeProfile(
        type,
        times(totals.count(), totals.processingNanosMean(), totals.processingVariance(), gain),
        withConnection == 0
            ? Moments.NONE
            : times(
                withConnection,
                totals.holdNanosMeanWithConnection(),
                totals.holdVarianceWithConnection(),
                gain),
        totals.cpuNanosMean());
  }

  private static Moments times(long count, double meanNanos, double variance, double gain) {
    return new Moments(count, meanNanos / gain, variance / (gain * gain));
  }
}

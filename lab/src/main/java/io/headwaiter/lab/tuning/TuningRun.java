package io.headwaiter.lab.tuning;

import io.headwaiter.core.pool.Moments;
import io.headwaiter.core.pool.PoolSizes;
import io.headwaiter.core.pool.ProcessorUse;
import io.headwaiter.core.pool.ProfilePoint;
import io.headwaiter.core.pool.RequestMix;
import io.headwaiter.core.pool.TypeProfile;
import io.headwaiter.core.profile.RequestProfile;
import io.headwaiter.core.profile.RequestTotals;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One profiling run, as it was measured.
 *
 * @param threads M
 * @param connections N
 * @param clients of the closed population: more than there are threads
 * @param threadsBusy mean over the run, 0 to M
 * @param failedPart part of the sessions that broke, 0 to 1
 * @param measured what the server did meanwhile
 * @param processors what its processors did; null, as in older files, if nobody knows
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

  /** Checks that something was measured. */
  public TuningRun {
    processors = processors == null ? ProcessorUse.UNKNOWN : processors;
    if (measured == null || measured.spanNanos() <= 0) {
      throw new IllegalArgumentException("a run must have taken some time");
    }
  }

  /** M and N. */
  public PoolSizes sizes() {
    return new PoolSizes(threads, connections);
  }

  /** Whether all threads were busy; as {@link ProfilePoint#wasOverloaded} sees a closed load. */
  public boolean isFull() {
    return !measured.types().isEmpty() && point(NO_MIX, measured.types().keySet()).wasOverloaded();
  }

  /** Requests served a second; those that failed came, and were not served. */
  public double requestsPerSecond() {
    return measured.overall().served() * NANOS_PER_SECOND / measured.spanNanos();
  }

  /** The same, had the host not given a part of the processors to somebody else meanwhile. */
  public double requestsPerSecondUnstolen() {
    return requestsPerSecond() * gainUnstolen();
  }

  /**
   * Whether so small a part of the processors was stolen that it can be reckoned back: a twentieth
   * at most. After more the rest is not what an undisturbed server would have done.
   */
  public boolean isSound() {
    return processors.stolenPart() <= STOLEN_MAX;
  }

  /**
   * How many times as much would have been carried without that, see {@link
   * ProcessorUse#gainUnstolen}; at least 1.
   */
  public double gainUnstolen() {
    RequestTotals all = measured.overall();
    double atWork = (all.processingNanos() + all.holdNanos()) / (double) measured.spanNanos();
    return processors.gainUnstolen(atWork);
  }

  /**
   * Sessions served a second, had all processors been there, and had the requests come with a mix,
   * see {@link ProfilePoint#withMix}.
   *
   * @param mix of all runs that are compared
   */
  public double sessionsPerSecond(RequestMix mix) {
    return point(mix, measured.types().keySet()).completedSessionsPerSecond();
  }

  /**
   * The run as a point of a profile. A closed population asks for as much as is carried and no
   * more; that the server was full is told by its threads. Where the host gave processors to
   * somebody else, it is the run that would have been without that: so much more carried, and every
   * time shorter by as much.
   *
   * @param mix of all runs: what one of them completed is counted in sessions as all others, and as
   *     if its customers had asked for what customers ask for in the mean
   * @param types of all runs; what did not come in this one was not seen
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
    // The server reads its counters one after the other, while requests go on.
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

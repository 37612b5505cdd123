package io.headwaiter.front;

import io.headwaiter.core.pool.Moments;
import io.headwaiter.core.pool.PoolObservation;
import io.headwaiter.core.pool.PoolSizes;
import io.headwaiter.core.pool.ProfilePoint;
import io.headwaiter.core.pool.RequestMix;
import io.headwaiter.core.pool.TypeProfile;
import io.headwaiter.core.profile.RequestProfile;
import io.headwaiter.core.profile.RequestTotals;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a server has done up to an instant.
 *
 * @param nowNanos the instant, monotonic
 * @param sinceStart of the meters
 * @param recent the last minutes, for the mix
 * @param visitsLetIn since the start
 * @param visitsRefused since the start
 */
record PoolReading(
    long nowNanos,
    RequestProfile sinceStart,
    RequestProfile recent,
    long visitsLetIn,
    long visitsRefused) {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double FULL = 0.8;
  // Of nothing the logarithm is not defined.
  private static final double OFFERED_MIN = 1e-6;

  /**
   * The interval since an earlier reading, as a profiling run would have found it.
   *
   * <pre>
   *   offered    visits let in and, where threads are the reason, refused; per second
   *   completed  requests per second / L,  L requests of a visit, of the last minutes
   * </pre>
   *
   * <p>Where less than {@value #FULL} of the threads are busy, something else is full, mostly the
   * processors: times of a few threads say nothing against a profile of all of them, and must not
   * be taken for those of a full pool.
   *
   * <p>Requests tell sooner than visits what is carried: a visit ends when nothing comes any more.
   *
   * @param sizes of the pools all the time
   * @param threadsBusy mean over the interval
   * @return empty if no request was served, or no visit has begun of late
   */
  Optional<PoolObservation> since(PoolReading earlier, PoolSizes sizes, double threadsBusy) {
    RequestProfile interval = sinceStart.since(earlier.sinceStart);
    double requests = interval.overall().count();
    double seconds = (nowNanos - earlier.nowNanos) / NANOS_PER_SECOND;
    if (requests == 0 || seconds <= 0 || recent.sessionLength() <= 0) {
      return Optional.empty();
    }
    double offered = visitsOffered(earlier, threadsBusy / sizes.threads()) / seconds;
    ProfilePoint point =
        new ProfilePoint(
            sizes.threads(),
            sizes.connections(),
            types(interval),
            Math.max(OFFERED_MIN, offered),
            requests / recent.sessionLength() / seconds,
            requests,
            Math.max(0, Math.min(sizes.threads(), threadsBusy)));
    return Optional.of(
        new PoolObservation(
            nowNanos, new RequestMix(recent.mix()), recent.overall().count(), point));
  }

  private long visitsOffered(PoolReading earlier, double busyPart) {
    long refused = busyPart >= FULL ? visitsRefused - earlier.visitsRefused : 0;
    return visitsLetIn - earlier.visitsLetIn + refused;
  }

  private static List<TypeProfile> types(RequestProfile interval) {
    List<TypeProfile> types = new ArrayList<>();
    interval.types().forEach((name, totals) -> types.add(type(name, totals)));
    return types;
  }

  /** p and q of a type. */
  private static TypeProfile type(String name, RequestTotals totals) {
    // The counters are read one after the other, while requests go on.
    long withConnection = Math.min(totals.count(), totals.withConnection());
    return new TypeProfile(
        name,
        new Moments(totals.count(), totals.processingNanosMean(), totals.processingVariance()),
        new Moments(
            withConnection,
            totals.holdNanosMeanWithConnection(),
            totals.holdVarianceWithConnection()));
  }
}

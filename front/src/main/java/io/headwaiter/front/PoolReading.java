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
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

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
  // Of nothing the logarithm is not defined, and no thread in use would be one that nobody
  // measured.
  private static final double LEAST = 1e-6;

  /**
   * The interval since an earlier reading, as a profiling run would have found it.
   *
   * <pre>
   *   offered    visits let in and refused, per second
   *   completed  requests per second / L,  L requests of a visit, see {@link #visitLength}
   * </pre>
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
    double length = visitLength();
    if (requests == 0 || seconds <= 0 || length <= 0) {
      return Optional.empty();
    }
    double offered = visitsOffered(earlier) / seconds;
    ProfilePoint point =
        new ProfilePoint(
            sizes.threads(),
            sizes.connections(),
            types(interval),
            Math.max(LEAST, offered),
            requests / length / seconds,
            requests,
            Math.max(LEAST, Math.min(sizes.threads(), threadsBusy)));
    return Optional.of(new PoolObservation(nowNanos, mix(length), recent.overall().count(), point));
  }

  private long visitsOffered(PoolReading earlier) {
    return visitsLetIn - earlier.visitsLetIn + visitsRefused - earlier.visitsRefused;
  }

  /**
   * Requests over visits begun, of the last minutes or since the start, whatever is less: when
   * fewer come than before, the last minutes have the requests of visits that began earlier. A
   * length that is too great would bound admission, and so prove itself right; one that is too
   * small is found out by the line before the threads.
   */
  private double visitLength() {
    return Math.min(recent.sessionLength(), sinceStart.sessionLength());
  }

  /** Of the last minutes, in visits of so many requests. */
  private RequestMix mix(double length) {
    Map<String, Double> visits = new TreeMap<>(recent.mix());
    visits.replaceAll((type, of) -> of * length / recent.sessionLength());
    return new RequestMix(visits);
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

package io.headwaiter.front.pools;

import io.headwaiter.core.pool.control.PoolObservation;
import io.headwaiter.core.pool.profile.Moments;
import io.headwaiter.core.pool.profile.PoolSizes;
import io.headwaiter.core.pool.profile.ProfilePoint;
import io.headwaiter.core.pool.profile.RequestMix;
import io.headwaiter.core.pool.profile.TypeProfile;
import io.headwaiter.core.profile.RequestProfile;
import io.headwaiter.core.profile.RequestTotals;
import io.headwaiter.core.profile.RequestType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A reading of what a server has done up to an instant.
 *
 * @param nowNanos the instant, monotonic
 * @param sinceStart profile since the start of the meters
 * @param recent profile of the last minutes, for the mix
 * @param visitsAdmitted visits admitted since the start
 * @param visitsRefused visits refused since the start
 */
public record PoolReading(
    long nowNanos,
    RequestProfile sinceStart,
    RequestProfile recent,
    long visitsAdmitted,
    long visitsRefused) {
  private static final double NANOS_PER_SECOND = 1e9;
  // The logarithm of 0 is undefined, and 0 threads in use would count as not measured.
  private static final double LEAST = 1e-6;
  private static final int FAILED_MIN = 20;

  /**
   * Returns the interval since an earlier reading, as a profiling run would have found it.
   *
   * <pre>
   *   offered    visits admitted and refused, per second
   *   completed  requests served per second / L,  L requests of a visit, see {@link #visitLength}
   * </pre>
   *
   * <p>Requests show sooner than visits what is carried, because a visit ends only when no more
   * requests come. Requests that failed are not carried. Neither these requests nor L include the
   * type {@value RequestType#OTHER}: any client can request paths that do not exist, and what a
   * visit carries follows from the rest.
   *
   * <p>If no request was served although {@value #FAILED_MIN} requests failed, all threads were
   * busy or visits were refused, 0 are completed: sizes that bring a server to a standstill must
   * not look as if no client had come. Fewer failures may be a monitor's alone, on a server with
   * nothing to do.
   *
   * @param sizes of the pools all the time
   * @param threadsBusy mean over the interval
   * @return empty if no time has passed, if no visit or no known request has come of late, or if no
   *     request was served and that is no standstill
   */
  Optional<PoolObservation> since(PoolReading earlier, PoolSizes sizes, double threadsBusy) {
    RequestProfile interval = sinceStart.since(earlier.sinceStart);
    RequestTotals answered = known(interval).overall();
    double requests = answered.served();
    double seconds = (nowNanos - earlier.nowNanos) / NANOS_PER_SECOND;
    RequestProfile lately = known(recent);
    double length = visitLength(lately);
    if (seconds <= 0 || length <= 0) {
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
    boolean standstill =
        point.wasOverloaded()
            || visitsRefused > earlier.visitsRefused
            || answered.failed() >= FAILED_MIN;
    if (requests == 0 && !standstill) {
      return Optional.empty();
    }
    RequestMix mix = mix(length / lately.sessionLength());
    return Optional.of(
        new PoolObservation(nowNanos, mix, lately.overall().count(), work(mix), point));
  }

  private static RequestProfile known(RequestProfile all) {
    Map<String, RequestTotals> types = new TreeMap<>(all.types());
    types.remove(RequestType.OTHER);
    return new RequestProfile(all.spanNanos(), all.sessions(), types);
  }

  private long visitsOffered(PoolReading earlier) {
    return visitsAdmitted - earlier.visitsAdmitted + visitsRefused - earlier.visitsRefused;
  }

  /**
   * Returns requests per visit begun, of the last minutes or since the start, whichever is less.
   * When fewer visits begin than before, the last minutes include requests of visits that began
   * earlier. A length that is too great would bound admission, and so confirm itself; the queue
   * before the threads reveals one that is too small.
   */
  private double visitLength(RequestProfile lately) {
    return Math.min(lately.sessionLength(), known(sinceStart).sessionLength());
  }

  /** Returns the mix of the last minutes, for visits so many times as long. */
  private RequestMix mix(double times) {
    Map<String, Double> visits = new TreeMap<>(recent.mix());
    visits.replaceAll((type, of) -> of * times);
    return new RequestMix(visits);
  }

  /** Returns the parts of the thread time of the last minutes; the mix if none was measured. */
  private RequestMix work(RequestMix mix) {
    double all = nanos(recent.overall());
    if (all <= 0) {
      return mix;
    }
    Map<String, Double> parts = new TreeMap<>();
    recent.types().forEach((type, totals) -> parts.put(type, nanos(totals) / all));
    return new RequestMix(parts);
  }

  /** Returns p and q of all requests. */
  private static double nanos(RequestTotals totals) {
    return (double) totals.processingNanos() + totals.holdNanos();
  }

  /** Returns all types seen of late, also those that did not come in the interval. */
  private List<TypeProfile> types(RequestProfile interval) {
    List<TypeProfile> types = new ArrayList<>();
    for (String name : recent.types().keySet()) {
      types.add(type(name, interval.types().getOrDefault(name, RequestTotals.NONE)));
    }
    return types;
  }

  /** Returns p and q of a type. */
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

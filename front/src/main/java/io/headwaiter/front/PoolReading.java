package io.headwaiter.front;

import io.headwaiter.core.pool.Moments;
import io.headwaiter.core.pool.PoolObservation;
import io.headwaiter.core.pool.PoolSizes;
import io.headwaiter.core.pool.ProfilePoint;
import io.headwaiter.core.pool.RequestMix;
import io.headwaiter.core.pool.TypeProfile;
import io.headwaiter.core.profile.RequestProfile;
import io.headwaiter.core.profile.RequestTotals;
import io.headwaiter.core.profile.RequestType;
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
  private static final int FAILED_MIN = 20;

  /**
   * The interval since an earlier reading, as a profiling run would have found it.
   *
   * <pre>
   *   offered    visits let in and refused, per second
   *   completed  requests served per second / L,  L requests of a visit, see {@link #visitLength}
   * </pre>
   *
   * <p>Requests tell sooner than visits what is carried: a visit ends when nothing comes any more.
   * Those that failed are not carried, though they came. Neither these requests nor L have those of
   * the type {@value RequestType#OTHER}: anybody can ask for what is not there, and what a visit
   * carries follows from the rest.
   *
   * <p>Where nothing was served although {@value #FAILED_MIN} requests failed, all threads were
   * busy or visits were refused, 0 are completed: sizes that bring a server to a standstill must
   * not look as if nobody had come. Fewer may be a monitor's alone, on a server with nothing to do.
   *
   * @param sizes of the pools all the time
   * @param threadsBusy mean over the interval
   * @return empty if no request was served and that is no standstill, or no visit has begun of late
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
    return visitsLetIn - earlier.visitsLetIn + visitsRefused - earlier.visitsRefused;
  }

  /**
   * Requests over visits begun, of the last minutes or since the start, whatever is less: when
   * fewer come than before, the last minutes have the requests of visits that began earlier. A
   * length that is too great would bound admission, and so prove itself right; one that is too
   * small is found out by the line before the threads.
   */
  private double visitLength(RequestProfile lately) {
    return Math.min(lately.sessionLength(), known(sinceStart).sessionLength());
  }

  /** Of the last minutes, in visits so many times as long. */
  private RequestMix mix(double times) {
    Map<String, Double> visits = new TreeMap<>(recent.mix());
    visits.replaceAll((type, of) -> of * times);
    return new RequestMix(visits);
  }

  /** The parts of the thread time of the last minutes; as the mix where none was measured. */
  private RequestMix work(RequestMix mix) {
    double all = nanos(recent.overall());
    if (all <= 0) {
      return mix;
    }
    Map<String, Double> parts = new TreeMap<>();
    recent.types().forEach((type, totals) -> parts.put(type, nanos(totals) / all));
    return new RequestMix(parts);
  }

  /** p and q of them all. */
  private static double nanos(RequestTotals totals) {
    return (double) totals.processingNanos() + totals.holdNanos();
  }

  /** Of all types seen of late, those that did not come in the interval too. */
  private List<TypeProfile> types(RequestProfile interval) {
    List<TypeProfile> types = new ArrayList<>();
    for (String name : recent.types().keySet()) {
      types.add(type(name, interval.types().getOrDefault(name, RequestTotals.NONE)));
    }
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

package io.headwaiter.core.pool.model;

import io.headwaiter.core.pool.interpolation.Series;
import io.headwaiter.core.pool.profile.Moments;
import io.headwaiter.core.pool.profile.OutsideProfileException;
import io.headwaiter.core.pool.profile.PoolDemand;
import io.headwaiter.core.pool.profile.Profile;
import io.headwaiter.core.pool.profile.ProfilePoint;
import io.headwaiter.core.pool.profile.RequestMix;
import io.headwaiter.core.pool.profile.TypeProfile;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** The measured values of each point by type, ready for interpolation. */
final class PointValues {
  // The logarithm of a time of 0 is undefined.
  private static final double LEAST_NANOS = 1e-3;

  private final Profile profile;
  private final List<String> types;
  private final Series[] without;
  private final Series[] with;
  private final Series[] withPerConnection;
  private final double[] connectionPart;
  private final double[] processorNanos;
  private final Optional<Series> busyPart;
  private final double processors;
  private final Series calibration;
  private final boolean calibrated;

  PointValues(Profile profile) {
    this.profile = profile;
    types = profile.types();
    int n = types.size();
    without = new Series[n];
    with = new Series[n];
    withPerConnection = new Series[n];
    connectionPart = new double[n];
    processorNanos = new double[n];
    for (int i = 0; i < n; i++) {
      String type = types.get(i);
      List<TypeProfile> all =
          profile.points().stream().map(p -> p.type(type).orElseThrow()).toList();
      double seen = all.stream().mapToDouble(t -> t.withoutConnection().count()).sum();
      double took = all.stream().mapToDouble(t -> t.withConnection().count()).sum();
      connectionPart[i] = seen > 0 ? took / seen : 0;
      without[i] = new Series(filled(all.stream().map(TypeProfile::withoutConnection).toList()));
      double[] q = filled(all.stream().map(TypeProfile::withConnection).toList());
      with[i] = new Series(q);
      Arrays.setAll(q, k -> q[k] / profile.points().get(k).connections());
      withPerConnection[i] = new Series(q);
      processorNanos[i] = processorNanos(all);
    }
    busyPart = busyPart(profile.points(), processorNanos);
    processors =
        profile.points().stream()
            .mapToDouble(p -> p.processors().processors())
            .average()
            .orElseThrow();
    calibrated = profile.points().stream().allMatch(ProfilePoint::wasMeasured);
    double[] c = new double[profile.points().size()];
    Arrays.setAll(c, k -> calibrated ? measured(k) / computed(k) : 1);
    calibration = new Series(c);
  }

  private PointValues(PointValues from, int point, double p, double q, double rate) {
    profile = from.profile;
    types = from.types;
    connectionPart = from.connectionPart;
    processorNanos = from.processorNanos;
    busyPart = from.busyPart;
    processors = from.processors;
    calibrated = from.calibrated;
    without = scaled(from.without, point, p);
    with = scaled(from.with, point, q);
    withPerConnection = scaled(from.withPerConnection, point, q);
    double c = calibrated ? rate * measured(point) / computed(point) : 1;
    calibration = from.calibration.scaled(point, c / from.calibration.value(point));
  }

  /** Returns means by point; a point without the type gets the mean of the points that have it. */
  private static double[] filled(List<Moments> moments) {
    double seen =
        moments.stream()
            .filter(m -> m.count() > 0)
            .mapToDouble(Moments::meanNanos)
            .average()
            .orElse(0);
    return moments.stream()
        .mapToDouble(m -> Math.max(LEAST_NANOS, m.count() > 0 ? m.meanNanos() : seen))
        .toArray();
  }

  /** The mean over all points: except for caches, a request computes as much at any concurrency. */
  private static double processorNanos(List<TypeProfile> all) {
    double requests = all.stream().mapToDouble(t -> t.withoutConnection().count()).sum();
    double sum =
        all.stream().mapToDouble(t -> t.withoutConnection().count() * t.processorNanos()).sum();
    return requests > 0 ? sum / requests : 0;
  }

  /** Empty if no type has its own processor times (virtual threads), so that use has no owner. */
  private static Optional<Series> busyPart(List<ProfilePoint> points, double[] processorNanos) {
    boolean metered = Arrays.stream(processorNanos).anyMatch(nanos -> nanos > 0);
    boolean known = metered && points.stream().allMatch(p -> p.processors().isKnown());
    return known
        ? Optional.of(new Series(points.stream().mapToDouble(p -> p.processors().part()).toArray()))
        : Optional.empty();
  }

  /** Fraction of the processors in use at each point; empty if a point or all types lack it. */
  Optional<Series> busyPart() {
    return busyPart;
  }

  /** Number of processors, if {@link #busyPart} is known. */
  double processors() {
    return processors;
  }

  /** V_i c_i of all types. */
  double[] processorParts(RequestMix mix) {
    double[] parts = new double[types.size()];
    Arrays.setAll(parts, i -> mix.visits(types.get(i)) * processorNanos[i]);
    return parts;
  }

  private double measured(int point) {
    return profile.points().get(point).completedSessionsPerSecond();
  }

  private double computed(int point) {
    ProfilePoint p = profile.points().get(point);
    return demandAt(point).finiteSourceRatePerSecond(p.threads(), p.connections());
  }

  /** The demand of a session of the profile's mix at a point. */
  PoolDemand demandAt(int point) {
    return demand(profile.mix(), i -> without[i].value(point), i -> with[i].value(point));
  }

  /** The completed rate of a point: measured, or else by the finite-source form. */
  double rateAt(int point) {
    return measured(point) > 0 ? measured(point) : computed(point);
  }

  private static Series[] scaled(Series[] all, int point, double factor) {
    return Arrays.stream(all).map(s -> s.scaled(point, factor)).toArray(Series[]::new);
  }

  /** Returns these values with one point's times and measured rate multiplied by these factors. */
  PointValues scaled(int point, double p, double q, double rate) {
    return new PointValues(this, point, p, q, rate);
  }

  int index(String type) {
    int index = types.indexOf(type);
    if (index < 0) {
      throw new OutsideProfileException(
          "request types " + types + " were profiled, got " + type + ": profile it first");
    }
    return index;
  }

  /** p_i at each point. */
  Series without(int type) {
    return without[type];
  }

  /** q_i at each point, of requests that take a connection. */
  Series with(int type) {
    return with[type];
  }

  /** q_i / N at each point. */
  Series withPerConnection(int type) {
    return withPerConnection[type];
  }

  /** f_i. */
  double connectionPart(int type) {
    return connectionPart[type];
  }

  /** Measured over computed rate at each point; 1 if not all were measured. */
  Series calibration() {
    return calibration;
  }

  boolean isCalibrated() {
    return calibrated;
  }

  /** V_i p_i of all types, then V_i f_i q_i. */
  double[] parts(RequestMix mix, ToDoubleFunction<Series> at) {
    int n = types.size();
    double[] parts = new double[2 * n];
    for (int i = 0; i < n; i++) {
      double visits = mix.visits(types.get(i));
      if (visits > 0) {
        parts[i] = visits * at.applyAsDouble(without[i]);
        parts[n + i] = visits * connectionPart[i] * at.applyAsDouble(with[i]);
      }
    }
    return parts;
  }

  /** Applies a function to p_i of all types, then to q_i. */
  double[] each(ToDoubleFunction<Series> what) {
    return Stream.concat(Arrays.stream(without), Arrays.stream(with)).mapToDouble(what).toArray();
  }

  RequestMix profiledMix() {
    return profile.mix();
  }

  /**
   * Returns the demand of a session for given times by type.
   *
   * @param withoutNanos p_i by index of the type
   * @param withNanos q_i of those that take a connection
   */
  PoolDemand demand(
      RequestMix mix, IntToDoubleFunction withoutNanos, IntToDoubleFunction withNanos) {
    double p = 0;
    double q = 0;
    double requests = 0;
    for (String type : mix.types()) {
      double visits = mix.visits(type);
      if (visits > 0) {
        int i = index(type);
        p += visits * withoutNanos.applyAsDouble(i);
        if (connectionPart[i] > 0) {
          q += visits * connectionPart[i] * withNanos.applyAsDouble(i);
          requests += visits * connectionPart[i];
        }
      }
    }
    return new PoolDemand(p, q, requests);
  }
}

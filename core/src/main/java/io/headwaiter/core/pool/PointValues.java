package io.headwaiter.core.pool;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;

/** What was measured at each point, type by type, ready to be interpolated. */
final class PointValues {
  // Of what takes no time at all the logarithm is not defined.
  private static final double LEAST_NANOS = 1e-3;

  private final List<String> types;
  private final double[] connections;
  private final double[][] without;
  private final double[][] with;
  private final double[] connectionPart;
  private final double[] calibration;
  private final boolean calibrated;

  PointValues(Profile profile) {
    types = profile.types();
    connections = profile.points().stream().mapToDouble(ProfilePoint::connections).toArray();
    int n = types.size();
    without = new double[n][];
    with = new double[n][];
    connectionPart = new double[n];
    for (int i = 0; i < n; i++) {
      String type = types.get(i);
      List<TypeProfile> all =
          profile.points().stream().map(p -> p.type(type).orElseThrow()).toList();
      double seen = all.stream().mapToDouble(t -> t.withoutConnection().count()).sum();
      double took = all.stream().mapToDouble(t -> t.withConnection().count()).sum();
      connectionPart[i] = seen > 0 ? took / seen : 0;
      without[i] = filled(all.stream().map(TypeProfile::withoutConnection).toList());
      with[i] = filled(all.stream().map(TypeProfile::withConnection).toList());
    }
    calibrated = profile.points().stream().allMatch(ProfilePoint::isMeasured);
    calibration =
        profile.points().stream()
            .mapToDouble(p -> calibrated ? calibration(p, profile.mix()) : 1)
            .toArray();
  }

  private PointValues(PointValues from, int point, double withoutFactor, double withFactor) {
    types = from.types;
    connections = from.connections;
    connectionPart = from.connectionPart;
    calibrated = from.calibrated;
    calibration = from.calibration;
    without = scaled(from.without, point, withoutFactor);
    with = scaled(from.with, point, withFactor);
  }

  /** Means by point; a point that saw none of the type gets the mean of those that did. */
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

  private static double calibration(ProfilePoint p, RequestMix mix) {
    return p.completedSessionsPerSecond()
        / PoolDemand.of(p, mix).finiteSourceRatePerSecond(p.threads(), p.connections());
  }

  private static double[][] scaled(double[][] values, int point, double factor) {
    return Arrays.stream(values)
        .map(
            row -> {
              double[] copy = row.clone();
              copy[point] *= factor;
              return copy;
            })
        .toArray(double[][]::new);
  }

  /** The same, had one point's times been longer by these factors. */
  PointValues scaled(int point, double withoutFactor, double withFactor) {
    return new PointValues(this, point, withoutFactor, withFactor);
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
  double[] without(int type) {
    return without[type];
  }

  /** q_i at each point, of requests that take a connection. */
  double[] with(int type) {
    return with[type];
  }

  /** q_i / N at each point. */
  double[] withPerConnection(int type) {
    double[] values = with[type].clone();
    for (int k = 0; k < values.length; k++) {
      values[k] /= connections[k];
    }
    return values;
  }

  /** f_i. */
  double connectionPart(int type) {
    return connectionPart[type];
  }

  /** Measured over computed rate at each point; 1 if not all were measured. */
  double[] calibration() {
    return calibration;
  }

  boolean isCalibrated() {
    return calibrated;
  }

  /**
   * What a session takes, of times by type.
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

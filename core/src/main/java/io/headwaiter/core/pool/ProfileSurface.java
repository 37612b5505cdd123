package io.headwaiter.core.pool;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * p_i(M, N) and q_i(M, N) for all sizes that lie between the profiled ones.
 *
 * <p>Interpolated are p_i and q_i / N, which is smoother than q_i (Totok and Karamcheti 2010, 4):
 * along rows ({@link RaggedRows}) where the points are a grid, else by {@link Kriging}. The part
 * f_i of requests that take a connection is a property of the type: one number from all points.
 *
 * <p>Immutable.
 */
public final class ProfileSurface {
  // Of what takes no time at all the logarithm is not defined.
  private static final double LEAST_NANOS = 1e-3;

  private final Profile profile;
  private final List<String> types;
  private final Interpolation interpolation;
  private final Kriging geometry;
  private final double[][] withoutNanos;
  private final double[][] withNanosPerConnection;
  private final double[] connectionPart;

  /** A surface through the points of a profile; by rows if they lie in rows. */
  public ProfileSurface(Profile profile) {
    this(
        profile,
        new Kriging(profile.points()),
        RaggedRows.suits(profile.points()) ? new RaggedRows(profile.points()) : null);
  }

  private ProfileSurface(Profile profile, Kriging geometry, Interpolation rows) {
    this.profile = profile;
    this.geometry = geometry;
    interpolation = rows == null ? geometry : rows;
    types = profile.types();
    int n = types.size();
    withoutNanos = new double[n][];
    withNanosPerConnection = new double[n][];
    connectionPart = new double[n];
    for (int i = 0; i < n; i++) {
      String type = types.get(i);
      List<TypeProfile> all =
          profile.points().stream().map(p -> p.type(type).orElseThrow()).toList();
      double seen = all.stream().mapToDouble(t -> t.withoutConnection().count()).sum();
      double with = all.stream().mapToDouble(t -> t.withConnection().count()).sum();
      connectionPart[i] = seen > 0 ? with / seen : 0;
      withoutNanos[i] = filled(all.stream().map(TypeProfile::withoutConnection).toList());
      withNanosPerConnection[i] = filled(all.stream().map(TypeProfile::withConnection).toList());
      for (int k = 0; k < all.size(); k++) {
        withNanosPerConnection[i][k] /= profile.points().get(k).connections();
      }
    }
  }

  private ProfileSurface(ProfileSurface from, int point, double without, double with) {
    profile = from.profile;
    types = from.types;
    interpolation = from.interpolation;
    geometry = from.geometry;
    connectionPart = from.connectionPart;
    withoutNanos = scaled(from.withoutNanos, point, without);
    withNanosPerConnection = scaled(from.withNanosPerConnection, point, with);
  }

  /** By kriging wherever the points lie, also beyond them: for who wants to profile there. */
  static ProfileSurface unbounded(Profile profile) {
    return new ProfileSurface(profile, new Kriging(profile.points(), /* bounded= */ false), null);
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

  /** The same surface, had one point's times been longer by these factors. */
  ProfileSurface scaled(int point, double without, double with) {
    return new ProfileSurface(this, point, without, with);
  }

  /** A surface of the same kind through all points but one. */
  ProfileSurface without(int point) {
    List<ProfilePoint> others = new ArrayList<>(profile.points());
    others.remove(point);
    Kriging around = geometry.through(others);
    Interpolation rows = interpolation == geometry ? null : new RaggedRows(others);
    return new ProfileSurface(new Profile(profile.mix(), others), around, rows);
  }

  /** What it goes through. */
  public Profile profile() {
    return profile;
  }

  /** Why it says nothing about these sizes; empty if it does. */
  public Optional<String> refusal(int threads, int connections) {
    return interpolation.refusal(threads, connections);
  }

  /** Whether it says something about these sizes. */
  public boolean contains(int threads, int connections) {
    return refusal(threads, connections).isEmpty();
  }

  /** The most threads that were profiled. */
  int threadsMost() {
    return profile.points().stream().mapToInt(ProfilePoint::threads).max().orElseThrow();
  }

  /** How far from the points these sizes are, see {@link Kriging#variance}. */
  double remoteness(int threads, int connections) {
    return geometry.variance(threads, connections);
  }

  /** Any quantity that is known at the points, in their order. */
  double interpolated(double[] values, int threads, int connections) {
    return interpolation.at(threads, connections).applyAsDouble(values);
  }

  /**
   * p_i, in nanoseconds.
   *
   * @throws OutsideProfileException if the profile says nothing about it
   */
  public double withoutConnectionNanos(String type, int threads, int connections) {
    return interpolated(withoutNanos[index(type)], threads, connections);
  }

  /**
   * q_i of all requests of a type, those without a connection counted as 0, in nanoseconds.
   *
   * @throws OutsideProfileException if the profile says nothing about it
   */
  public double withConnectionNanos(String type, int threads, int connections) {
    int i = index(type);
    return connectionPart[i] == 0
        ? 0
        : connectionPart[i]
            * interpolated(withNanosPerConnection[i], threads, connections)
            * connections;
  }

  private int index(String type) {
    int index = types.indexOf(type);
    if (index < 0) {
      throw new OutsideProfileException(
          "request types " + types + " were profiled, got " + type + ": profile it first");
    }
    return index;
  }

  /**
   * What a session of a mix takes at these sizes.
   *
   * @throws OutsideProfileException if the profile says nothing about the sizes or a type
   */
  public PoolDemand demand(RequestMix mix, int threads, int connections) {
    ToDoubleFunction<double[]> here = interpolation.at(threads, connections);
    double without = 0;
    double with = 0;
    double requests = 0;
    for (String type : mix.types()) {
      double visits = mix.visits(type);
      int i = visits > 0 ? index(type) : 0;
      if (visits > 0) {
        without += visits * here.applyAsDouble(withoutNanos[i]);
      }
      if (visits > 0 && connectionPart[i] > 0) {
        double q = here.applyAsDouble(withNanosPerConnection[i]) * connections;
        with += visits * connectionPart[i] * q;
        requests += visits * connectionPart[i];
      }
    }
    return new PoolDemand(without, with, requests);
  }
}

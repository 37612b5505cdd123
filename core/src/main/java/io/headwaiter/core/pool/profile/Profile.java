package io.headwaiter.core.pool.profile;

import io.headwaiter.core.pool.Checks;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The results of profiling, as plain values that can be stored and read again.
 *
 * @param mix of the requests while profiling
 * @param points at least one, no pair of sizes twice, all with the same request types
 * @param leftOut requests of the live mix that profiling deliberately did not send, by type as a
 *     fraction of all live requests; together at most {@value #LEFT_OUT_MAX}. A profiled type may
 *     be among them if only some of its requests were left out. Null is none
 */
public record Profile(RequestMix mix, List<ProfilePoint> points, Map<String, Double> leftOut) {
  /**
   * The most points. More are not practical, and the cost of the model is cubic in their number.
   */
  public static final int POINTS_MAX = 200;

  /** The most that may be left out. Beyond it the profile would not describe the site. */
  static final double LEFT_OUT_MAX = 0.9;

  /** Creates a profile without requests left out. */
  public Profile(RequestMix mix, List<ProfilePoint> points) {
    this(mix, points, Map.of());
  }

  /** Checks the ranges, and that all points are comparable. */
  public Profile {
    leftOut = leftOut == null ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(leftOut));
    leftOut.forEach((type, part) -> Checks.atLeast0("left out of " + type, part));
    Checks.within("left out", sum(leftOut.values()), 0, LEFT_OUT_MAX);
    Checks.within("number of profile points", points.size(), 1, POINTS_MAX);
    points = List.copyOf(points);
    Set<String> types = names(points.get(0));
    Set<List<Integer>> pairs = new LinkedHashSet<>();
    for (ProfilePoint point : points) {
      if (!pairs.add(List.of(point.threads(), point.connections()))) {
        throw new IllegalArgumentException(
            "each pair of sizes must be there once, got "
                + at(point)
                + " twice: leave out the older run");
      }
      if (!names(point).equals(types)) {
        throw new IllegalArgumentException(
            "all points must have the request types "
                + types
                + ", got "
                + names(point)
                + " at "
                + at(point));
      }
    }
    if (!types.containsAll(mix.types())) {
      throw new IllegalArgumentException(
          "the mix must be of profiled types " + types + ", got " + mix.types());
    }
  }

  private static Set<String> names(ProfilePoint point) {
    Set<String> names = new LinkedHashSet<>();
    point.types().stream().map(TypeProfile::type).sorted().forEach(names::add);
    return names;
  }

  private static String at(ProfilePoint point) {
    return point.threads() + " threads, " + point.connections() + " connections";
  }

  /** Names of the profiled request types, sorted. */
  public List<String> types() {
    return List.copyOf(names(points.get(0)));
  }

  /** Returns this profile with other requests left out. */
  public Profile leavingOut(Map<String, Double> parts) {
    return new Profile(mix, points, parts);
  }

  private static double sum(Collection<Double> parts) {
    return parts.stream().mapToDouble(Double::doubleValue).sum();
  }

  /** Returns a mix without the types that were not profiled; empty if no type is left. */
  public Optional<RequestMix> known(RequestMix seen) {
    return seen.only(names(points.get(0)));
  }
}

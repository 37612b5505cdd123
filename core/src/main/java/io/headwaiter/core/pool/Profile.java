package io.headwaiter.core.pool;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * All that profiling found; plain values, to be stored and read again as they are.
 *
 * @param mix with which requests came while profiling
 * @param points at least one, no pair of sizes twice, all with the same request types
 * @param leftOut what comes besides and was knowingly not asked for while profiling, by type as a
 *     part of all requests that come; together at most {@value #LEFT_OUT_MAX}. Types that were
 *     profiled may be among them, of which some requests were left out. Null is none
 */
public record Profile(RequestMix mix, List<ProfilePoint> points, Map<String, Double> leftOut) {
  /** More would not be profiled by anybody, and what is computed grows with their cube. */
  public static final int POINTS_MAX = 200;

  /** Of a site of which more was left out nothing is known. */
  static final double LEFT_OUT_MAX = 0.9;

  /** Nothing was left out. */
  public Profile(RequestMix mix, List<ProfilePoint> points) {
    this(mix, points, Map.of());
  }

  /** Checks that the points can be laid side by side. */
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

  /** The same, made while these requests were left out. */
  public Profile leavingOut(Map<String, Double> parts) {
    return new Profile(mix, points, parts);
  }

  private static double sum(Collection<Double> parts) {
    return parts.stream().mapToDouble(Double::doubleValue).sum();
  }

  /** A mix without the types that were not profiled; empty if it is of no other types. */
  public Optional<RequestMix> known(RequestMix seen) {
    return seen.only(names(points.get(0)));
  }
}

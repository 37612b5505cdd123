package io.headwaiter.core.pool.profile;

import io.headwaiter.core.pool.Checks;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;

/**
 * How often a session requests each type: V_i by request type.
 *
 * @param visitsPerSession V_i by name of the type, each at least 0, their sum L from 1e-6 to 1e9;
 *     at most {@value #TYPES_MAX} types
 */
public record RequestMix(Map<String, Double> visitsPerSession) {
  /** Names come from URLs, so this bounds how many a client can create. */
  public static final int TYPES_MAX = 256;

  private static final double LENGTH_MIN = 1e-6;
  private static final double LENGTH_MAX = 1e9;

  /** Checks the ranges and keeps a sorted copy. */
  public RequestMix {
    Checks.within("number of request types", visitsPerSession.size(), 1, TYPES_MAX);
    visitsPerSession.forEach((type, visits) -> Checks.atLeast0("V of " + type, visits));
    visitsPerSession = Collections.unmodifiableMap(new TreeMap<>(visitsPerSession));
    Checks.within("requests of a session", sum(visitsPerSession), LENGTH_MIN, LENGTH_MAX);
  }

  private static double sum(Map<String, Double> visits) {
    return visits.values().stream().mapToDouble(Double::doubleValue).sum();
  }

  /** The names. */
  public Set<String> types() {
    return visitsPerSession.keySet();
  }

  /** V_i; 0 if there is no such type. */
  public double visits(String type) {
    return visitsPerSession.getOrDefault(type, 0.0);
  }

  /** L: requests per session. */
  public double sessionLength() {
    return sum(visitsPerSession);
  }

  /** V_i / L: share of all requests, 0 to 1. */
  public double share(String type) {
    return visits(type) / sessionLength();
  }

  /**
   * Returns the distance of two mixes: the least fraction of all requests that would need another
   * type, half of the sum of |share - other share|. 0 for the same proportions, 1 for no common
   * type. The length of sessions does not count.
   */
  public double distance(RequestMix other) {
    Set<String> all = new TreeSet<>(types());
    all.addAll(other.types());
    return all.stream().mapToDouble(t -> Math.abs(share(t) - other.share(t))).sum() / 2;
  }

  /** Returns the mix of some types only; empty if it has none of them. */
  public Optional<RequestMix> only(Set<String> some) {
    Map<String, Double> kept = new TreeMap<>(visitsPerSession);
    kept.keySet().retainAll(some);
    return sum(kept) >= LENGTH_MIN ? Optional.of(new RequestMix(kept)) : Optional.empty();
  }

  /** Returns the mix with each V_i times a weight above 0, normalized to one request. */
  public RequestMix weighed(ToDoubleFunction<String> weight) {
    Map<String, Double> weighed = new TreeMap<>();
    visitsPerSession.forEach((type, v) -> weighed.put(type, v * weight.applyAsDouble(type)));
    double sum = sum(weighed);
    weighed.replaceAll((type, v) -> v / sum);
    return new RequestMix(weighed);
  }
}

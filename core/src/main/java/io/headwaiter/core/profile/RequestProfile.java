package io.headwaiter.core.profile;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * The use of a server in a period: how many sessions began, and the totals of their requests by
 * type. Profiles of other servers or times can be added, and an earlier reading can be subtracted.
 * A session takes
 *
 * <pre>
 *   V_i  = requests of type i / sessions that began     visits per session
 *   L    = sum V_i                                       session length
 *   D_p  = sum V_i p_i,  D_q = sum V_i q_i               worker time without and with a connection
 * </pre>
 *
 * <p>Sessions are counted when they begin and requests when they arrive, so a period should be much
 * longer than a session. Ten sessions with 40 requests of one type, each p = 5 ms and q = 10 ms: V
 * = L = 4, D_p = 20 ms, D_q = 40 ms. Immutable.
 *
 * @param spanNanos length of the period, at least 0
 * @param sessions number that began, at least 0
 * @param types totals by request type, sorted; at most {@value #TYPES_MAX}
 */
public record RequestProfile(long spanNanos, long sessions, Map<String, RequestTotals> types) {
  /** The most types: more than one server has, because two servers may have different ones. */
  public static final int TYPES_MAX = 1024;

  /** An empty profile. */
  public static final RequestProfile NONE = new RequestProfile(0, 0, Map.of());

  private static final double NANOS_PER_SECOND = 1e9;

  /** Checks the ranges and keeps a sorted copy. */
  public RequestProfile {
    if (spanNanos < 0 || sessions < 0) {
      throw new IllegalArgumentException(
          "spanNanos and sessions must be at least 0, got " + spanNanos + " and " + sessions);
    }
    if (types.size() > TYPES_MAX) {
      throw new IllegalArgumentException(
          "there may be at most " + TYPES_MAX + " request types, got " + types.size());
    }
    types = Collections.unmodifiableSortedMap(new TreeMap<>(types));
  }

  /** Returns the use since an earlier reading of the same counters. */
  public RequestProfile since(RequestProfile earlier) {
    SortedMap<String, RequestTotals> rest = new TreeMap<>();
    types.forEach(
        (name, totals) -> {
          RequestTotals more = totals.since(earlier.types.getOrDefault(name, RequestTotals.NONE));
          if (!more.equals(RequestTotals.NONE)) {
            rest.put(name, more);
          }
        });
    return new RequestProfile(spanNanos - earlier.spanNanos, sessions - earlier.sessions, rest);
  }

  /** Returns this period and a later one of the same server. */
  public RequestProfile then(RequestProfile next) {
    return new RequestProfile(spanNanos + next.spanNanos, sessions + next.sessions, sum(next));
  }

  /** Returns this server and another one in the same period. */
  public RequestProfile beside(RequestProfile other) {
    long span = Math.max(spanNanos, other.spanNanos);
    return new RequestProfile(span, sessions + other.sessions, sum(other));
  }

  private Map<String, RequestTotals> sum(RequestProfile other) {
    Map<String, RequestTotals> sum = new TreeMap<>(types);
    other.types.forEach((name, totals) -> sum.merge(name, totals, RequestTotals::plus));
    return sum;
  }

  /** The totals of all types together. */
  public RequestTotals overall() {
    return types.values().stream().reduce(RequestTotals.NONE, RequestTotals::plus);
  }

  /** V_i; 0 if no session began. */
  public double visitsPerSession(String type) {
    RequestTotals totals = types.get(type);
    return sessions == 0 || totals == null ? 0 : (double) totals.count() / sessions;
  }

  /** V_i of all types; empty if no session began. */
  public SortedMap<String, Double> mix() {
    SortedMap<String, Double> mix = new TreeMap<>();
    if (sessions > 0) {
      types.forEach((name, totals) -> mix.put(name, (double) totals.count() / sessions));
    }
    return mix;
  }

  /** L: requests per session; 0 if none began. */
  public double sessionLength() {
    return perSession(RequestTotals::count);
  }

  private double perSession(ToDoubleFunction<RequestTotals> what) {
    return sessions == 0 ? 0 : what.applyAsDouble(overall()) / sessions;
  }

  /** Sessions that began per second; 0 if the period has no length. */
  public double sessionsPerSecond() {
    return spanNanos == 0 ? 0 : sessions * NANOS_PER_SECOND / spanNanos;
  }
}

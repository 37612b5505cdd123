package io.headwaiter.core.pool;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * What one profiling run found: one pair of pool sizes under overload.
 *
 * @param threads M, 1 to {@value #THREADS_MAX}
 * @param connections N, 1 to M: more could never be used
 * @param types what each request type took
 * @param offeredSessionsPerSecond the load that was offered, above 0
 * @param completedSessionsPerSecond the load that was carried, 0 to 1e9; 0 if it was not measured
 * @param completedRequests how many requests that rests on, at least 0
 * @param threadsBusy M in use, on average over the run, 0 to M; 0 if it was not measured
 * @param processors what the processors did; null is {@link ProcessorUse#UNKNOWN}
 */
public record ProfilePoint(
    int threads,
    int connections,
    List<TypeProfile> types,
    double offeredSessionsPerSecond,
    double completedSessionsPerSecond,
    double completedRequests,
    double threadsBusy,
    ProcessorUse processors) {
  /** The most threads anybody may ask about, so that looking at all pairs stays cheap. */
  public static final int THREADS_MAX = 1000;

  private static final double RATE_MAX = 1e9;
  private static final double OVERLOADED = 1.03;
  private static final double ALL_BUSY = 0.97;
  private static final double MOSTLY_BUSY = 0.8;

  /** Of the processors nobody knows. */
  public ProfilePoint(
      int threads,
      int connections,
      List<TypeProfile> types,
      double offeredSessionsPerSecond,
      double completedSessionsPerSecond,
      double completedRequests,
      double threadsBusy) {
    this(
        threads,
        connections,
        types,
        offeredSessionsPerSecond,
        completedSessionsPerSecond,
        completedRequests,
        threadsBusy,
        ProcessorUse.UNKNOWN);
  }

  /** Checks the ranges. */
  public ProfilePoint {
    Checks.within("threads", threads, 1, THREADS_MAX);
    Checks.within("connections", connections, 1, threads);
    Checks.within("number of request types", types.size(), 1, RequestMix.TYPES_MAX);
    Checks.above0("offeredSessionsPerSecond", offeredSessionsPerSecond);
    Checks.within("completedSessionsPerSecond", completedSessionsPerSecond, 0, RATE_MAX);
    Checks.atLeast0("completedRequests", completedRequests);
    Checks.within("threadsBusy", threadsBusy, 0, threads);
    types = List.copyOf(types);
    processors = processors == null ? ProcessorUse.UNKNOWN : processors;
    long names = types.stream().map(TypeProfile::type).distinct().count();
    if (names < types.size()) {
      throw new IllegalArgumentException(
          "each request type must stand once at "
              + threads
              + "/"
              + connections
              + ", got "
              + types.size()
              + " of "
              + names
              + " names");
    }
  }

  /** M and N. */
  public PoolSizes sizes() {
    return new PoolSizes(threads, connections);
  }

  /** What requests of a type took. */
  public Optional<TypeProfile> type(String name) {
    return types.stream().filter(t -> t.type().equals(name)).findFirst();
  }

  /**
   * What this run would have completed, had its requests come with a mix instead of, by chance,
   * with a slightly different one: a few percent more long requests are a few percent less
   * completed.
   *
   * <pre>
   *   lambda' = lambda R(D') / R(D)     D of the requests as they came, counted by type, D' of the
   *                                     mix, both a request; R the finite-source form
   * </pre>
   *
   * <p>The types' counts must be how many came. Times are as they were, which is right for small
   * differences only. Types that did not come are left out. Worked number: 4 threads, no
   * connections, 50 requests of 10 ms and 50 of 30 ms, 200 a second; with a mix of 60 to 40 it is
   * 200 * 20 / 18 = 222 a second.
   *
   * @param mix of all runs
   * @return this point if the types do not say how many came
   */
  public ProfilePoint withMix(RequestMix mix) {
    Map<String, Double> came = new TreeMap<>();
    types.stream()
        .filter(t -> t.withoutConnection().count() > 0)
        .forEach(t -> came.put(t.type(), t.withoutConnection().count()));
    double factor =
        mix.only(came.keySet())
            .map(known -> requestsPerSecond(known) / requestsPerSecond(new RequestMix(came)))
            .filter(ratio -> ratio > 0 && Double.isFinite(ratio))
            .orElse(1.0);
    return new ProfilePoint(
        threads,
        connections,
        types,
        offeredSessionsPerSecond * factor,
        completedSessionsPerSecond * factor,
        completedRequests,
        threadsBusy,
        processors);
  }

  /** The same with other times. */
  ProfilePoint withTypes(UnaryOperator<TypeProfile> other) {
    return new ProfilePoint(
        threads,
        connections,
        types.stream().map(other).toList(),
        offeredSessionsPerSecond,
        completedSessionsPerSecond,
        completedRequests,
        threadsBusy,
        processors);
  }

  private double requestsPerSecond(RequestMix mix) {
    PoolDemand demand = PoolDemand.of(this, mix);
    return mix.sessionLength() * demand.finiteSourceRatePerSecond(threads, connections);
  }

  /** Whether the load carried was measured. */
  public boolean wasMeasured() {
    return completedSessionsPerSecond > 0;
  }

  /**
   * Whether the server had more than enough to do: more was offered than it carried, or all threads
   * were busy. An idle server's times say nothing (pool-model.md). Where less than 0.8 of the
   * threads were busy it had not: more visits began in a short while than went on, by chance, or
   * something else than threads is full. A point that measured neither is taken at its word.
   */
  public boolean wasOverloaded() {
    boolean unknown = !wasMeasured() && threadsBusy <= 0;
    return unknown
        || isOverloaded(
            offeredSessionsPerSecond, completedSessionsPerSecond, threadsBusy / threads);
  }

  /** The same of rates and the part of the threads in use; 0 of either was not measured. */
  static boolean isOverloaded(double offered, double completed, double busyPart) {
    boolean isUnknown = busyPart <= 0;
    boolean isAskedForMore = completed > 0 && offered >= OVERLOADED * completed;
    return busyPart >= ALL_BUSY || (isAskedForMore && (isUnknown || busyPart >= MOSTLY_BUSY));
  }
}

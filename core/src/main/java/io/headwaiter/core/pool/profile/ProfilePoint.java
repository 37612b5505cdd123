package io.headwaiter.core.pool.profile;

import io.headwaiter.core.pool.Checks;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * The result of one profiling run: one pair of pool sizes under overload.
 *
 * @param threads M, 1 to {@value #THREADS_MAX}
 * @param connections N, 1 to M, because more are never used
 * @param types times of each request type
 * @param offeredSessionsPerSecond the offered load, above 0
 * @param completedSessionsPerSecond the completed load, 0 to 1e9; 0 if it was not measured
 * @param completedRequests number of requests in that load, at least 0
 * @param threadsBusy threads in use, on average over the run, 0 to M; 0 if it was not measured
 * @param processors use of the processors; null is {@link ProcessorUse#UNKNOWN}
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
  /** The most threads that the model accepts, so that examining all pairs stays cheap. */
  public static final int THREADS_MAX = 1000;

  private static final double RATE_MAX = 1e9;
  private static final double OVERLOADED = 1.03;
  private static final double ALL_BUSY = 0.97;
  private static final double MOSTLY_BUSY = 0.8;

  /** Creates a point with unknown use of the processors. */
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

  /** Returns the times of a request type; empty if the point has no such type. */
  public Optional<TypeProfile> type(String name) {
    return types.stream().filter(t -> t.type().equals(name)).findFirst();
  }

  /**
   * Corrects the rate of this run for a mix that differed slightly from the intended one by chance:
   * a few percent more long requests are a few percent less completed.
   *
   * <pre>
   *   lambda' = lambda R(D') / R(D)     D by the counted requests of each type, D' by the mix, both
   *                                     for one request; R the finite-source form
   * </pre>
   *
   * <p>The types' counts must be the numbers of requests that arrived. Times stay unchanged, which
   * is right for small differences only. Types without requests are left out. Worked number: 4
   * threads, no connections, 50 requests of 10 ms and 50 of 30 ms, 200 a second; with a mix of 60
   * to 40 it is 200 * 20 / 18 = 222 a second.
   *
   * @param mix of all runs
   * @return an equal point if the types have no counts
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

  /** Returns this point with other times. */
  public ProfilePoint withTypes(UnaryOperator<TypeProfile> other) {
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

  /** Whether the completed load was measured. */
  public boolean wasMeasured() {
    return completedSessionsPerSecond > 0;
  }

  /**
   * Whether the server had more than enough work: the offered load was 1.03 times the completed one
   * or more, or 0.97 of the threads were busy. The times of an idle server are of no use
   * (pool-model.md). A server with less than 0.8 of its threads busy was not overloaded: by chance
   * more visits began for a short time, or a resource other than threads is full. A point that
   * measured neither counts as overloaded.
   */
  public boolean wasOverloaded() {
    boolean unknown = !wasMeasured() && threadsBusy <= 0;
    return unknown
        || isOverloaded(
            offeredSessionsPerSecond, completedSessionsPerSecond, threadsBusy / threads);
  }

  /** Likewise for given rates and fraction of busy threads; 0 of either means not measured. */
  public static boolean isOverloaded(double offered, double completed, double busyPart) {
    boolean isUnknown = busyPart <= 0;
    boolean isAskedForMore = completed > 0 && offered >= OVERLOADED * completed;
    return busyPart >= ALL_BUSY || (isAskedForMore && (isUnknown || busyPart >= MOSTLY_BUSY));
  }
}

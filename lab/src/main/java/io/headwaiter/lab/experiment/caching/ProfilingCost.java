package io.headwaiter.lab.experiment.caching;

import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.model.Estimate;
import io.headwaiter.load.text.Numbers;
import io.headwaiter.load.text.TextTable;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * What profiling takes of a request, by microbenchmark times how often a served shop does it:
 *
 * <pre>
 *   enter = profiledRequest - bareRequest   a request that asks for a connection once
 *   see   = pairTransaction - pairHikari    each further time
 *   cost  = enter + max(0, c - 1) see
 *   part  = cost / (CPU of a request - cost)
 * </pre>
 *
 * <p>All of it in one round, since a machine that is faster for the one than for the other would
 * tell nothing. c is how often a request asks. With 800, 300, 400 and 300 ns: enter 500 ns, see 100
 * ns; with c = 18 they are 2.2 microseconds, of a request of 442.2 microseconds 0.5 %. The wrapper
 * is counted in full, though it is there for more than the profile.
 *
 * @param nanos by the benchmark's method
 * @param requestNanos CPU time of the whole server for a request, profiled
 * @param connectionRequests c
 */
public record ProfilingCost(
    Map<String, Double> nanos, double requestNanos, double connectionRequests) {
  /** JMH's name of the requests. */
  public static final String BENCHMARK = "ProfilingBenchmark";

  private static final double PART_MAX = 0.01;

  /** Copies the map. */
  public ProfilingCost {
    nanos = Map.copyOf(nanos);
  }

  private double nanos(String method) {
    return nanos.getOrDefault(method, Double.NaN);
  }

  double enterNanos() {
    return nanos("profiledRequest") - nanos("bareRequest");
  }

  double seeNanos() {
    return nanos("pairTransaction") - nanos("pairHikari");
  }

  double costNanos() {
    return enterNanos() + Math.max(0, connectionRequests - 1) * seeNanos();
  }

  /** Of what the request would take without it. */
  double part() {
    return costNanos() / (requestNanos - costNanos());
  }

  /**
   * The claim.
   *
   * @param rounds each of them measured at one time
   */
  public static Check check(List<ProfilingCost> rounds) {
    double[] parts = rounds.stream().mapToDouble(ProfilingCost::part).toArray();
    boolean all = Arrays.stream(parts).allMatch(Double::isFinite);
    return Check.atMost(
        "profiling-cost",
        "Profiling costs under 1 % of a request's CPU time, by microbenchmark times calls",
        all ? Estimate.ofBatches(parts) : Estimate.UNKNOWN,
        "of a request",
        PART_MAX);
  }

  /** A line for each part: means of the rounds. */
  public static String table(List<ProfilingCost> rounds) {
    TextTable table = new TextTable("profiling a request", "ns");
    table.row("one that asks for a connection once", mean(rounds, ProfilingCost::enterNanos));
    table.row("each further getConnection and close", mean(rounds, ProfilingCost::seeNanos));
    table.row("how often a request asks, mean", mean(rounds, ProfilingCost::connectionRequests));
    table.row("together", mean(rounds, ProfilingCost::costNanos));
    table.row("CPU time of a request, mean", mean(rounds, ProfilingCost::requestNanos));
    return table.render();
  }

  private static String mean(List<ProfilingCost> rounds, ToDoubleFunction<ProfilingCost> of) {
    return Numbers.plain(rounds.stream().mapToDouble(of).average().orElse(Double.NaN));
  }
}

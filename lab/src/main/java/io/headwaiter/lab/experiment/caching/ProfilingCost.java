package io.headwaiter.lab.experiment.caching;

import io.headwaiter.lab.report.Check;
import io.headwaiter.lab.report.Estimate;
import io.headwaiter.lab.report.Numbers;
import io.headwaiter.lab.report.TextTable;
import java.util.Map;

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
 * <p>c is how often a request asks. With 800, 300, 400 and 300 ns: enter 500 ns, see 100 ns; with c
 * = 18 they are 2.2 microseconds, of a request of 442.2 microseconds 0.5 %. The wrapper is counted
 * in full, though it is there for more than the profile.
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

  /** The claim. */
  public Check check() {
    return Check.atMost(
        "profiling-cost",
        "Profiling costs under 1 % of a request's CPU time, by microbenchmark times calls",
        Estimate.of(part()),
        "of a request",
        PART_MAX);
  }

  /** A line for each part. */
  public String table() {
    TextTable table = new TextTable("profiling a request", "ns");
    table.row("one that asks for a connection once", Numbers.plain(enterNanos()));
    table.row("each further getConnection and close", Numbers.plain(seeNanos()));
    table.row("how often a request asks, mean", Numbers.plain(connectionRequests));
    table.row("together", Numbers.plain(costNanos()));
    table.row("CPU time of a request, mean", Numbers.plain(requestNanos));
    return table.render();
  }
}

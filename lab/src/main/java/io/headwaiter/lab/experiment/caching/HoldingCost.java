package io.headwaiter.lab.experiment.caching;

import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.model.Estimate;
import io.headwaiter.load.text.Numbers;
import io.headwaiter.load.text.TextTable;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a pair of getConnection and close costs, by microbenchmark.
 *
 * @param nanosPerPair by the benchmark's method
 */
public record HoldingCost(Map<String, Double> nanosPerPair) {
  /** JMH's name of the pairs. */
  public static final String BENCHMARK = "HoldingBenchmark\\.pair";

  private static final String HIKARI = "pairHikari";
  private static final String REQUEST = "pairRequest";
  private static final String ADAPTIVE = "pairAdaptive";
  private static final String TRANSACTION = "pairTransaction";
  private static final double MICROSECOND = 1000;

  /** Copies the map. */
  public HoldingCost {
    nanosPerPair = Map.copyOf(nanosPerPair);
  }

  /** Of several rounds, each of which has the same methods. */
  public static HoldingCost mean(List<Map<String, Double>> rounds) {
    Map<String, Double> nanos = new TreeMap<>();
    for (Map<String, Double> round : rounds) {
      round.forEach((method, each) -> nanos.merge(method, each / rounds.size(), Double::sum));
    }
    return new HoldingCost(nanos);
  }

  /**
   * Nanoseconds of the dearer of the two policies that keep a connection; NaN if one is unknown.
   */
  double keptNanos() {
    return Math.max(nanos(REQUEST), nanos(ADAPTIVE));
  }

  private double nanos(String method) {
    return nanosPerPair.getOrDefault(method, Double.NaN);
  }

  /** The two claims. */
  public List<Check> checks() {
    return List.of(
        Check.atMost(
            "holding-pair",
            "A pair of getConnection and close costs under 1 microsecond when the connection is kept"
                + " (request or adaptive, the dearer)",
            Estimate.of(keptNanos()),
            "ns",
            MICROSECOND),
        Check.atMost(
            "holding-pair-hikari",
            "That is less than HikariCP's own pair",
            Estimate.of(keptNanos() / nanos(HIKARI)),
            "of HikariCP's own",
            1));
  }

  /** A line for each method. */
  public String table() {
    TextTable table = new TextTable("getConnection and close", "ns");
    table.row("HikariCP's own", Numbers.plain(nanos(HIKARI)));
    table.row("kept by request", Numbers.plain(nanos(REQUEST)));
    table.row("kept by adaptive", Numbers.plain(nanos(ADAPTIVE)));
    table.row("given back by transaction", Numbers.plain(nanos(TRANSACTION)));
    return table.render();
  }
}

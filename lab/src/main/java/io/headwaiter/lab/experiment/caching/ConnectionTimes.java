package io.headwaiter.lab.experiment.caching;

import io.headwaiter.core.pool.interpolation.Akima;
import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.model.Estimate;
import io.headwaiter.lab.report.Intervals;
import io.headwaiter.load.text.TextTable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * The times q of Search and Item with a connection, by the number of connections N, with the same
 * number of threads, all busy: what the paper says of its figures 6 and 7.
 *
 * @param rounds what came with each N, the same N in each round
 */
record ConnectionTimes(List<Map<Integer, PhaseReading>> rounds) {
  /** The most connections with which the paper's Item is best: "5 to 8". */
  private static final int FEW = 8;

  private static final List<CachingType> TYPES = List.of(CachingType.SEARCH, CachingType.ITEM);

  /** Copies the list. */
  ConnectionTimes {
    rounds = List.copyOf(rounds);
  }

  /** All N, ascending. */
  private SortedSet<Integer> connections() {
    SortedSet<Integer> all = new TreeSet<>();
    rounds.forEach(round -> all.addAll(round.keySet()));
    return all;
  }

  /** q of each round, in milliseconds. */
  private List<Double> held(CachingType type, int connections) {
    return rounds.stream().map(round -> held(round, type, connections)).toList();
  }

  private static Double held(Map<Integer, PhaseReading> round, CachingType type, int connections) {
    PhaseReading seen = round.get(connections);
    return seen == null ? Double.NaN : seen.of(type).holdMillis();
  }

  /** q / N with so many connections, over that with others. */
  private Estimate overN(CachingType type, int connections, int others) {
    Estimate ratio = Estimate.ofRatios(held(type, connections), held(type, others));
    double scale = (double) others / connections;
    return ratio.known()
        ? new Estimate(scale * ratio.value(), scale * ratio.low(), scale * ratio.high())
        : ratio;
  }

  /**
   * The lesser of two factors from {@value #FEW} connections to the most: by how much q / N of Item
   * grows, and by how much that of Search falls. Above 1 if the paper is right about both.
   */
  private Estimate fewForItem(int most) {
    Estimate grows = overN(CachingType.ITEM, most, FEW);
    Estimate falls = overN(CachingType.SEARCH, FEW, most);
    return Estimate.least(List.of(grows, falls));
  }

  /**
   * The error of q when q / N is interpolated over that when q itself is: each N but the least and
   * the most is left out in turn, and found from the others.
   */
  private Estimate smoothness() {
    return Estimate.ofBatches(
        rounds.stream()
            .mapToDouble(round -> error(round, /* overN= */ true) / error(round, false))
            .toArray());
  }

  private static double error(Map<Integer, PhaseReading> round, boolean overN) {
    return TYPES.stream()
        .mapToDouble(type -> error(round, type, overN))
        .average()
        .orElse(Double.NaN);
  }

  private static double error(Map<Integer, PhaseReading> round, CachingType type, boolean overN) {
    Map<Integer, PhaseReading> sorted = new TreeMap<>(round);
    double[] x = sorted.keySet().stream().mapToDouble(Integer::doubleValue).toArray();
    double[] y =
        sorted.entrySet().stream()
            .mapToDouble(n -> n.getValue().of(type).holdMillis() / (overN ? n.getKey() : 1))
            .toArray();
    return IntStream.range(1, x.length - 1)
        .mapToDouble(i -> Math.abs(Akima.at(without(x, i), without(y, i), x[i]) / y[i] - 1))
        .average()
        .orElse(Double.NaN);
  }

  private static double[] without(double[] all, int index) {
    return IntStream.range(0, all.length)
        .filter(i -> i != index)
        .mapToDouble(i -> all[i])
        .toArray();
  }

  /**
   * Both claims.
   *
   * @param where ends the sentences
   */
  List<Check> checks(String where) {
    int most = connections().isEmpty() ? FEW : connections().last();
    return List.of(
        Check.atLeast(
            "item-best-with-few",
            "From "
                + FEW
                + " to "
                + most
                + " connections the time with a connection over N grows for Item and falls for"
                + " Search: the lesser of both factors"
                + where,
            fewForItem(most),
            "times",
            1),
        Check.atMost(
            "interpolated-over-n",
            "Error of the time q with a connection (Search and Item) at an N that is left out,"
                + " interpolated as q / N"
                + where,
            smoothness(),
            "of the error of q itself",
            1));
  }

  /** A line for each number of connections. */
  String table() {
    TextTable table = new TextTable("connections", "Search, q ms", "Item, q ms");
    for (int n : connections()) {
      table.row(Integer.toString(n), text(CachingType.SEARCH, n), text(CachingType.ITEM, n));
    }
    return table.render();
  }

  private String text(CachingType type, int connections) {
    double[] each = held(type, connections).stream().mapToDouble(Double::doubleValue).toArray();
    return Intervals.text(Estimate.ofBatches(each));
  }

  /** For {@code run.json}: milliseconds of each type by N, a map for each round. */
  List<Map<String, Object>> raw() {
    return rounds.stream().map(ConnectionTimes::raw).toList();
  }

  private static Map<String, Object> raw(Map<Integer, PhaseReading> round) {
    Map<String, Object> raw = new LinkedHashMap<>();
    for (CachingType type : TYPES) {
      Map<String, Object> millis = new LinkedHashMap<>();
      new TreeMap<>(round)
          .forEach((n, seen) -> millis.put(Integer.toString(n), seen.of(type).holdMillis()));
      raw.put(type.label(), millis);
    }
    return raw;
  }
}

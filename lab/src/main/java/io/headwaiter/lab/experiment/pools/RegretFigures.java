package io.headwaiter.lab.experiment.pools;

import io.headwaiter.core.pool.profile.PoolSizes;
import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.model.Estimate;
import io.headwaiter.lab.report.Intervals;
import io.headwaiter.load.text.Numbers;
import io.headwaiter.load.text.TextTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the chosen sizes carry against others. All others are measured once; the best of many noisy
 * runs is the luckiest, too, so those that were best are measured again, in turn with the chosen
 * ones. The best of these few is still lucky: of four means that are known within two percent and
 * do not differ the greatest is two percent too high. So it has more runs in turn with the chosen
 * ones, and only those decide. Belongs to one thread.
 */
public final class RegretFigures {
  private static final double REGRET_MAX = 0.02;
  private static final double SPREAD_MIN = 0.15;

  private final PoolSizes chosen;
  private final Map<PoolSizes, Double> screened = new LinkedHashMap<>();
  private final Map<PoolSizes, List<Double>> again = new LinkedHashMap<>();
  private final Map<PoolSizes, List<Double>> deciding = new LinkedHashMap<>();

  /** Nothing was measured yet. */
  public RegretFigures(PoolSizes chosen) {
    this.chosen = chosen;
  }

  /** Requests a second of one run with other sizes. */
  public void screened(PoolSizes sizes, double perSecond) {
    screened.put(sizes, perSecond);
  }

  /** The best of those that were measured once. */
  public List<PoolSizes> best(int count) {
    return screened.entrySet().stream()
        .sorted(Map.Entry.<PoolSizes, Double>comparingByValue().reversed())
        .limit(count)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Requests a second of one more run; each round has one with the chosen sizes. */
  public void again(PoolSizes sizes, double perSecond) {
    again.computeIfAbsent(sizes, s -> new ArrayList<>()).add(perSecond);
  }

  /** The best other sizes of those that were measured again; empty before. */
  public Optional<PoolSizes> rival() {
    return again.keySet().stream()
        .filter(sizes -> !sizes.equals(chosen) && ofChosen(again, sizes).known())
        .max(Comparator.comparing(sizes -> ofChosen(again, sizes).value()));
  }

  /** Requests a second of a run that decides, with those sizes or the chosen ones. */
  public void deciding(PoolSizes sizes, double perSecond) {
    deciding.computeIfAbsent(sizes, s -> new ArrayList<>()).add(perSecond);
  }

  /** What sizes carry over what the chosen ones do in the same round. */
  private Estimate ofChosen(Map<PoolSizes, List<Double>> rounds, PoolSizes sizes) {
    return Estimate.ofRatios(
        rounds.getOrDefault(sizes, List.of()), rounds.getOrDefault(chosen, List.of()));
  }

  /** The part that the chosen sizes lose against the best other ones; 0 if they lose nothing. */
  Estimate regret() {
    Estimate ratio = rival().map(sizes -> ofChosen(deciding, sizes)).orElse(Estimate.UNKNOWN);
    return ratio.known()
        ? new Estimate(lost(ratio.value()), lost(ratio.low()), lost(ratio.high()))
        : Estimate.UNKNOWN;
  }

  private static double lost(double ratio) {
    return Math.max(0, 1 - 1 / ratio);
  }

  /** How much less the worst of those measured once carries than the best. */
  double spread() {
    double most = screened.values().stream().mapToDouble(x -> x).max().orElse(Double.NaN);
    double least = screened.values().stream().mapToDouble(x -> x).min().orElse(Double.NaN);
    return 1 - least / most;
  }

  /** Both claims. */
  public List<Check> checks(String suffix, String where) {
    return List.of(
        Check.atMost(
            "chosen-loses" + suffix,
            "What the chosen sizes lose against the best of their neighbours and of random pairs"
                + where,
            regret(),
            "of the best rate lost",
            REGRET_MAX),
        Check.atLeast(
            "surface-spread" + suffix,
            "How much less the worst of these pairs carries than the best" + where,
            Estimate.of(spread()),
            "of the best rate lost",
            SPREAD_MIN));
  }

  /** Those whose runs decide, those measured again, then those measured once. */
  public String table() {
    TextTable once = new TextTable("threads", "connections", "requests/s, once");
    screened.forEach(
        (sizes, rate) ->
            once.row(
                Integer.toString(sizes.threads()),
                Integer.toString(sizes.connections()),
                Numbers.plain(rate)));
    return table("requests/s, to decide", deciding)
        + "\n"
        + table("requests/s, again", again)
        + "\n"
        + once.render();
  }

  private String table(String title, Map<PoolSizes, List<Double>> rounds) {
    TextTable table = new TextTable("threads", "connections", title, "of the chosen");
    rounds.forEach(
        (sizes, rates) ->
            table.row(
                Integer.toString(sizes.threads()),
                Integer.toString(sizes.connections()),
                Intervals.text(Estimate.ofBatches(array(rates))),
                sizes.equals(chosen) ? "chosen" : Intervals.text(ofChosen(rounds, sizes))));
    return table.render();
  }

  private static double[] array(List<Double> list) {
    return list.stream().mapToDouble(x -> x).toArray();
  }

  /** For {@code run.json}. */
  public Map<String, Object> raw() {
    Map<String, Object> once = new LinkedHashMap<>();
    screened.forEach((sizes, rate) -> once.put(words(sizes), rate));
    return Map.of(
        "chosen",
        words(chosen),
        "requestsPerSecondOnce",
        once,
        "again",
        raw(again),
        "deciding",
        raw(deciding));
  }

  private static Map<String, Object> raw(Map<PoolSizes, List<Double>> rounds) {
    Map<String, Object> raw = new LinkedHashMap<>();
    rounds.forEach((sizes, rates) -> raw.put(words(sizes), rates));
    return raw;
  }

  private static String words(PoolSizes sizes) {
    return sizes.threads() + "," + sizes.connections();
  }
}

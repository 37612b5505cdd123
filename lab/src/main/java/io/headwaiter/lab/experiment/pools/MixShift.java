package io.headwaiter.lab.experiment.pools;

import io.headwaiter.core.profile.RequestProfile;
import io.headwaiter.core.profile.RequestTotals;
import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.model.Estimate;
import io.headwaiter.lab.report.Intervals;
import io.headwaiter.load.text.TextTable;
import io.headwaiter.tuning.TuningRun;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * How much the times without (p) and with a connection (q) change when the mix of requests moves by
 * 15 to 20 % of all requests, as the paper's loads 1 and 2 do (its table II):
 *
 * <pre>
 *   P = sum V_i p_i,  Q = sum V_i q_i     V_i of the profiling load, p_i and q_i of a run
 *   ratio = P / P under the profiling load at the same sizes in the same round; Q likewise
 * </pre>
 *
 * <p>Worked: P of 20 and 30 ms under the profiling load, 22 and 33 ms under another load are two
 * ratios of 1.1, a change of 0.1. Belongs to one thread.
 */
final class MixShift {
  private static final double CHANGE_MAX = 0.05;

  private final Map<String, List<Double>> ratios = new LinkedHashMap<>();
  private List<TuningRun> profiled = List.of();

  /** Runs under one load, with sizes in the same order; the profiling load comes first. */
  void add(String load, List<TuningRun> runs) {
    if (profiled.isEmpty()) {
      profiled = List.copyOf(runs);
      return;
    }
    RequestProfile all =
        profiled.stream()
            .map(TuningRun::measured)
            .reduce(RequestProfile.NONE, RequestProfile::then);
    List<Double> without = ratios.computeIfAbsent("p, " + load, key -> new ArrayList<>());
    List<Double> with = ratios.computeIfAbsent("q, " + load, key -> new ArrayList<>());
    for (int i = 0; i < Math.min(profiled.size(), runs.size()); i++) {
      TuningRun before = profiled.get(i);
      TuningRun after = runs.get(i);
      if (before.sizes().equals(after.sizes()) && before.isSound() && after.isSound()) {
        without.add(ratio(all, before, after, RequestTotals::processingNanosMean));
        with.add(ratio(all, before, after, RequestTotals::holdNanosMean));
      }
    }
  }

  /** Times of both runs as they would be without stolen processors, over types that both have. */
  private static double ratio(
      RequestProfile all, TuningRun before, TuningRun after, ToDoubleFunction<RequestTotals> time) {
    double was = 0;
    double is = 0;
    for (Map.Entry<String, RequestTotals> type : all.types().entrySet()) {
      RequestTotals first = totals(before, type.getKey());
      RequestTotals second = totals(after, type.getKey());
      if (first.count() > 0 && second.count() > 0) {
        was += type.getValue().count() * time.applyAsDouble(first);
        is += type.getValue().count() * time.applyAsDouble(second);
      }
    }
    return is / after.gainUnstolen() / (was / before.gainUnstolen());
  }

  private static RequestTotals totals(TuningRun run, String type) {
    return run.measured().types().getOrDefault(type, RequestTotals.NONE);
  }

  private static Estimate estimate(List<Double> each) {
    return Estimate.ofBatches(each.stream().mapToDouble(Double::doubleValue).toArray());
  }

  /** The largest of the changes; unknown without a second load, or if one is. */
  Estimate change() {
    return Estimate.greatest(
        ratios.values().stream().map(MixShift::estimate).map(MixShift::fromOne).toList());
  }

  private static Estimate fromOne(Estimate ratio) {
    double value = Math.abs(ratio.value() - 1);
    if (!ratio.hasInterval()) {
      return Estimate.of(value);
    }
    double below = Math.abs(ratio.low() - 1);
    double above = Math.abs(ratio.high() - 1);
    boolean includesOne = ratio.low() <= 1 && ratio.high() >= 1;
    return new Estimate(value, includesOne ? 0 : Math.min(below, above), Math.max(below, above));
  }

  /** The claim. */
  Check check(String id, String where) {
    return Check.atMost(
        id,
        "Largest change of the mean time without or with a connection, each type weighted as in the"
            + " profiling load, under another load at the same sizes"
            + where,
        change(),
        "part",
        CHANGE_MAX);
  }

  /** A line for each time and load. */
  String table() {
    TextTable table = new TextTable("time, load", "of that under the profiling load");
    ratios.forEach((name, each) -> table.row(name, Intervals.text(estimate(each))));
    return table.render();
  }

  /** For {@code run.json}. */
  Map<String, Object> raw() {
    Map<String, Object> raw = new LinkedHashMap<>();
    ratios.forEach(
        (name, each) ->
            raw.put(name, each.stream().map(x -> Double.isFinite(x) ? x : null).toList()));
    return raw;
  }
}

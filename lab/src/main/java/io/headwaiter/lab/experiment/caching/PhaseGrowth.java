package io.headwaiter.lab.experiment.caching;

import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.model.Estimate;
import io.headwaiter.lab.report.Intervals;
import io.headwaiter.load.text.TextTable;
import io.headwaiter.load.workload.EightInteraction;
import io.headwaiter.load.workload.PoolPaperLoad;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * How the times of requests grow from a server with one customer to a full one, as in the paper's
 * table I:
 *
 * <pre>
 *   P = sum V_i p_i,  Q = sum V_i q_i     V_i of the paper's profiling load
 *   growth of p = P full / P with one customer; of q likewise
 * </pre>
 *
 * <p>The paper's P grows 2.4 times and its Q 16 times, 6.9 times as much.
 *
 * @param one requests of one customer at a time
 * @param full requests of a crowd that never lets the server rest
 */
public record PhaseGrowth(PhaseReading one, PhaseReading full) {
  /** Of the time without a connection. */
  double ofRest() {
    return sum(full, PhaseTotals::restMillis) / sum(one, PhaseTotals::restMillis);
  }

  /** Of the time with a connection. */
  double ofHold() {
    return sum(full, PhaseTotals::holdMillis) / sum(one, PhaseTotals::holdMillis);
  }

  /** Of the types that came to both. */
  private double sum(PhaseReading reading, ToDoubleFunction<PhaseTotals> millis) {
    return Arrays.stream(EightInteraction.values())
        .filter(type -> one.types().containsKey(type.path()))
        .filter(type -> full.types().containsKey(type.path()))
        .mapToDouble(
            type ->
                PoolPaperLoad.PROFILING.visits(type)
                    * millis.applyAsDouble(reading.total(type.path())))
        .sum();
  }

  private static Estimate mean(List<PhaseGrowth> rounds, ToDoubleFunction<PhaseGrowth> of) {
    return Estimate.ofBatches(rounds.stream().mapToDouble(of).toArray());
  }

  /**
   * The claim.
   *
   * @param where ends the sentence
   */
  public static Check check(List<PhaseGrowth> rounds, String where) {
    return Check.atLeast(
        "held-time-grows",
        "Growth of the time with a connection from one customer to a full server, each type"
            + " weighted as in the paper's profiling load"
            + where,
        mean(rounds, growth -> growth.ofHold() / growth.ofRest()),
        "of the growth of the time without one",
        1);
  }

  /** A line for each time, beside the paper's. */
  public static String table(List<PhaseGrowth> rounds) {
    TextTable table = new TextTable("from one customer to a full server", "grows", "paper");
    table.row("p", Intervals.text(mean(rounds, PhaseGrowth::ofRest)), "2.4");
    table.row("q", Intervals.text(mean(rounds, PhaseGrowth::ofHold)), "16");
    return table.render();
  }

  /** For {@code run.json}. */
  public Map<String, Object> raw() {
    Map<String, Object> raw = new LinkedHashMap<>();
    raw.put("restGrowth", ofRest());
    raw.put("holdGrowth", ofHold());
    return raw;
  }
}

package io.headwaiter.lab.experiment.provisioning;

import io.headwaiter.lab.experiment.provisioning.ProvisioningExperiment.Way;
import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.model.Estimate;
import io.headwaiter.lab.outcome.ExperimentOutcome;
import io.headwaiter.lab.report.Intervals;
import io.headwaiter.load.text.Numbers;
import io.headwaiter.load.text.TextTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** What the runs of two shops say. Ratios are taken within a round. */
final class ProvisioningFigures {
  private static final double LEAST_OF_HINDSIGHT = 0.9;
  private static final double MOST_SECONDS = 2;
  private static final int SHOPS = 2;

  private ProvisioningFigures() {}

  static ExperimentOutcome outcome(
      ProvisioningPlan plan,
      List<Map<Way, ProvisioningRun>> rounds,
      double[] fits,
      List<String> before) {
    List<Check> checks = new ArrayList<>();
    for (int i = 0; i < SHOPS; i++) {
      int shop = i;
      checks.add(
          Check.atLeast(
              "provisioned-shop-" + (i + 1),
              "Shop "
                  + (i + 1)
                  + " of two that share a processor by what they say they need completes at least"
                  + " 90 % of what it does where somebody who knows the demand divides it",
              ratio(rounds, Way.HINDSIGHT, run -> run.completedPerSecond(shop)),
              "of its optimum",
              LEAST_OF_HINDSIGHT));
    }
    checks.add(
        Check.atLeast(
            "provisioned-of-halves",
            "Together they complete at least what they do with half of the processor each",
            ratio(rounds, Way.HALVES, ProvisioningRun::completedPerSecond),
            "of halves",
            1));
    checks.add(
        Check.atMost(
            "provisioned-settled",
            "Two seconds after the demand has swung the processor has gone nine tenths of its way",
            Estimate.ofBatches(
                rounds.stream()
                    .mapToDouble(
                        round -> round.get(Way.PROVISIONED).settledSeconds(plan.swingMillis()))
                    .toArray()),
            "s",
            MOST_SECONDS));
    Map<String, Object> raw = new LinkedHashMap<>();
    raw.put("fitsPerSecond", List.of(fits[0], fits[1]));
    raw.put(
        "runs",
        rounds.stream()
            .flatMap(round -> round.entrySet().stream())
            .map(run -> run.getValue().raw(run.getKey().name().toLowerCase(Locale.ROOT)))
            .toList());
    raw.put("quotas", trace(rounds.get(0).get(Way.PROVISIONED)));
    List<String> notes = new ArrayList<>(before);
    notes.add(
        "Demand: the one shop "
            + Numbers.factor(plan.high())
            + " what fits a whole processor, the other "
            + Numbers.factor(plan.low())
            + ", then the reverse. In hindsight the small demand gets "
            + Numbers.plain(plan.low() * ProcessorShares.HEADROOM)
            + " processors, the large one the rest. Quotas hold for periods of 20 ms.");
    return new ExperimentOutcome(table(rounds), checks, notes, raw);
  }

  private static Estimate ratio(
      List<Map<Way, ProvisioningRun>> rounds, Way to, ToDoubleFunction<ProvisioningRun> figure) {
    return Estimate.ofBatches(
        rounds.stream()
            .mapToDouble(
                round ->
                    figure.applyAsDouble(round.get(Way.PROVISIONED))
                        / figure.applyAsDouble(round.get(to)))
            .toArray());
  }

  private static String table(List<Map<Way, ProvisioningRun>> rounds) {
    TextTable table =
        new TextTable(
            "way", "shop 1 completed/s", "shop 2 completed/s", "together", "p99 ms 1", "p99 ms 2");
    for (Way way : Way.values()) {
      table.row(
          way.name().toLowerCase(Locale.ROOT),
          Intervals.text(over(rounds, way, run -> run.completedPerSecond(0))),
          Intervals.text(over(rounds, way, run -> run.completedPerSecond(1))),
          Intervals.text(over(rounds, way, ProvisioningRun::completedPerSecond)),
          Numbers.plain(over(rounds, way, run -> p99(run, 0)).value()),
          Numbers.plain(over(rounds, way, run -> p99(run, 1)).value()));
    }
    return table.render();
  }

  private static double p99(ProvisioningRun run, int shop) {
    return run.results().get(shop).responseMillis().p99();
  }

  private static Estimate over(
      List<Map<Way, ProvisioningRun>> rounds, Way way, ToDoubleFunction<ProvisioningRun> figure) {
    return Estimate.ofBatches(
        rounds.stream().mapToDouble(round -> figure.applyAsDouble(round.get(way))).toArray());
  }

  private static List<Map<String, Object>> trace(ProvisioningRun run) {
    List<Map<String, Object>> moments = new ArrayList<>();
    for (ProvisioningRun.Moment moment : run.trace()) {
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("millis", moment.millis());
      map.put("quota1", moment.quotas().get(0));
      map.put("quota2", moment.quotas().get(1));
      map.put("needed1", moment.needed().get(0));
      map.put("needed2", moment.needed().get(1));
      moments.add(map);
    }
    return moments;
  }
}

package io.headwaiter.lab.experiment;

import static io.headwaiter.lab.model.ServerSpec.HEADWAITER;
import static io.headwaiter.lab.model.ServerSpec.STOCK;

import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.model.Estimate;
import io.headwaiter.lab.report.Chart;
import io.headwaiter.lab.report.Intervals;
import io.headwaiter.load.text.Numbers;
import io.headwaiter.load.text.TextTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** What the runs of {@link GovernorForeign} say. Belongs to one thread. */
final class ForeignFigures {
  private static final double COMPLETED = 0.90;
  private static final double COMPLETED_LONG_TARGET = 0.95;
  private static final double OWN_BEST = 0.97;
  private static final double BUSY = 0.95;
  private static final double P99_MILLIS = 150;
  private static final String TWENTY = Numbers.factor(20);
  private static final String LONG_TARGET =
      ForeignServers.withTarget(GovernorForeign.LONG_TARGET_MILLIS);

  private static final String OF_BEST = "of stock's best";

  /** What was found of a cell before its runs. */
  private record Found(double oneX, double oracle) {}

  /** The rounds of a load of a cell on one server. */
  private record Load(List<ForeignRun> rounds) {
    ForeignPlan.Cell cell() {
      return rounds.get(0).cell();
    }

    String name() {
      return rounds.get(0).load();
    }

    Estimate mean(ToDoubleFunction<ForeignRun> figure) {
      return Estimate.ofBatches(rounds.stream().mapToDouble(figure).toArray());
    }

    double visitsPerSecond() {
      return mean(ForeignRun::visitsPerSecond).value();
    }

    String text(ToDoubleFunction<ForeignRun> figure) {
      return Numbers.plain(mean(figure).value());
    }
  }

  private final Map<ForeignPlan.Cell, Found> found = new LinkedHashMap<>();
  private final Map<ForeignPlan.Cell, Double> stockBest = new LinkedHashMap<>();
  private final List<ForeignRun> runs = new ArrayList<>();
  private final List<ForeignRun> absolute = new ArrayList<>();
  private final Map<Integer, List<ForeignRun>> curve = new TreeMap<>();

  /**
   * Takes in a run of the stock server, whose best may be under any load.
   *
   * @return visits per second
   */
  double probed(ForeignRun run) {
    stockBest.merge(run.cell(), run.visitsPerSecond(), Math::max);
    return run.visitsPerSecond();
  }

  /** Visits per second of one processor, at the CPU time of a visit of this run. */
  static double oracle(ForeignRun fullLoad) {
    double visits = fullLoad.visitsPerSecond() * fullLoad.trial().result().windowSeconds();
    return visits / fullLoad.trial().cpuSeconds();
  }

  void found(ForeignPlan.Cell cell, double oneX, double oracle) {
    found.put(cell, new Found(oneX, oracle));
  }

  /** The stock server's best load, in visits per second. */
  double oneX(ForeignPlan.Cell cell) {
    return found.get(cell).oneX();
  }

  /** Takes in a run at a multiple of 1x. */
  void add(ForeignRun run) {
    if (run.trial().server().equals(STOCK)) {
      probed(run);
    }
    runs.add(run);
  }

  /** Takes in a run at a rate that was given. */
  void addAbsolute(ForeignRun run) {
    if (run.trial().server().equals(STOCK)) {
      probed(run);
    }
    absolute.add(run);
  }

  /** Takes in a run with a delay target. */
  void addToCurve(int targetMillis, ForeignRun run) {
    curve.computeIfAbsent(targetMillis, unused -> new ArrayList<>()).add(run);
  }

  private double ofStockBest(ForeignRun run) {
    return run.visitsPerSecond() / stockBest.get(run.cell());
  }

  ExperimentOutcome outcome(List<String> before) {
    List<Check> checks = new ArrayList<>();
    Set<ForeignCrowd> crowds = EnumSet.noneOf(ForeignCrowd.class);
    runs.forEach(run -> crowds.add(run.cell().crowd()));
    crowds.forEach(crowd -> checks.addAll(checks(crowd)));
    List<String> notes = new ArrayList<>(before);
    notes.add(
        "Checks and ratios count completed visits by the pages that were answered, each of which is the"
            + " last of its visit with the same chance. 1x is the offered rate under which"
            + " the stock server completed most, and its best is the most it completed in any"
            + " window. The oracle is one over the CPU time of a visit at full load with the gate"
            + " open, on one processor. Busy is the server process's CPU time over the window."
            + " Refusals by reason are those of the window, as the server's history counts them.");
    Map<String, Object> raw = new LinkedHashMap<>();
    found.forEach(
        (cell, one) ->
            raw.put(
                cell.name(),
                Map.of(
                    "oneXPerSecond", one.oneX(),
                    "oraclePerSecond", one.oracle(),
                    "stockBestPerSecond", stockBest.get(cell))));
    raw.put(
        "runs",
        Stream.of(runs, absolute, curve.values().stream().flatMap(List::stream).toList())
            .flatMap(List::stream)
            .map(ForeignRun::raw)
            .toList());
    return new ExperimentOutcome(tables(), checks, notes, raw).withCharts(charts());
  }

  private List<Check> checks(ForeignCrowd crowd) {
    String who = crowd.label();
    List<Load> ours = loads(of(crowd, HEADWAITER));
    List<Load> longTarget = loads(of(crowd, LONG_TARGET));
    List<Check> checks = new ArrayList<>();
    checks.add(
        worst("completed-" + who, "Completed", ours, this::ofStockBest, OF_BEST, true, COMPLETED));
    if (!longTarget.isEmpty()) {
      checks.add(
          worst(
              "completed-long-target-" + who,
              "Completed with a delay target of " + GovernorForeign.LONG_TARGET_MILLIS + " ms",
              longTarget,
              this::ofStockBest,
              OF_BEST,
              true,
              COMPLETED_LONG_TARGET));
    }
    checks.add(
        worst(
            "p99-" + who,
            "The p99 of pages of about 2 ms",
            ours.stream().filter(load -> load.cell().pageKib() == ForeignPlan.USUAL_KIB).toList(),
            run -> run.trial().p99Millis(),
            "ms",
            false,
            P99_MILLIS));
    Estimate kept = ownBestKept(ours);
    if (kept.hasInterval()) { // one cell alone has none
      checks.add(
          Check.atLeast(
              "foreign-own-best-" + who,
              "Completed at 20x, over all page costs and patiences, the low end of "
                  + Intervals.text(kept),
              Estimate.of(kept.low()),
              "of the own best, " + who,
              OWN_BEST));
    }
    checks.add(
        worst(
            "busy-" + who,
            "The processor's busy part while anybody was refused",
            loads(of(crowd, HEADWAITER).stream().filter(ForeignRun::refusedAnybody).toList()),
            run -> run.trial().cores(),
            "of it",
            true,
            BUSY));
    return checks;
  }

  /** A check of the load that is nearest to breaking the bound, or breaks it most. */
  private static Check worst(
      String id,
      String what,
      List<Load> loads,
      ToDoubleFunction<ForeignRun> figure,
      String unit,
      boolean atLeast,
      double bound) {
    Comparator<Load> rising = Comparator.comparingDouble(load -> load.mean(figure).value());
    Optional<Load> worst = loads.stream().min(atLeast ? rising : rising.reversed());
    return new Check(
        "foreign-" + id,
        what + ", in the worst case",
        worst.map(load -> load.mean(figure)).orElse(Estimate.UNKNOWN),
        unit + worst.map(load -> ": " + load.cell().name() + " at " + load.name()).orElse(""),
        bound,
        atLeast);
  }

  /** 20x over the best load of the same cell, over all cells; of one server. */
  private static Estimate ownBestKept(List<Load> loads) {
    Map<ForeignPlan.Cell, Double> best = new LinkedHashMap<>();
    loads.forEach(load -> best.merge(load.cell(), load.visitsPerSecond(), Math::max));
    return Estimate.ofBatches(
        loads.stream()
            .filter(load -> load.name().equals(TWENTY))
            .mapToDouble(load -> load.visitsPerSecond() / best.get(load.cell()))
            .toArray());
  }

  private List<ForeignRun> of(ForeignCrowd crowd, String server) {
    return runs.stream()
        .filter(run -> run.cell().crowd() == crowd && run.trial().server().equals(server))
        .toList();
  }

  private static List<Load> loads(List<ForeignRun> runs) {
    Map<List<Object>, List<ForeignRun>> rounds = new LinkedHashMap<>();
    for (ForeignRun run : runs) {
      List<Object> load = List.of(run.cell(), run.load(), run.trial().server());
      rounds.computeIfAbsent(load, unused -> new ArrayList<>()).add(run);
    }
    return rounds.values().stream().map(Load::new).toList();
  }

  private String tables() {
    TextTable cells =
        new TextTable("customers", "CPU ms a visit", "oracle/s", "stock's best/s", "at offered/s");
    found.forEach(
        (cell, one) ->
            cells.row(
                cell.name(),
                Numbers.plain(1000 / one.oracle()),
                Numbers.plain(one.oracle()),
                Numbers.plain(stockBest.get(cell)),
                Numbers.plain(one.oneX())));
    List<ForeignRun> ofCurve = curve.values().stream().flatMap(List::stream).toList();
    return cells.render()
        + "\n"
        + table(runs)
        + "\nAt given rates\n"
        + table(absolute)
        + (ofCurve.isEmpty() ? "" : "\nDelay targets\n" + table(ofCurve));
  }

  private String table(List<ForeignRun> of) {
    TextTable table =
        new TextTable(
            "customers",
            "load",
            "server",
            "offered/s",
            "completed/s",
            "by pages/s",
            "of stock's best",
            "p99 ms",
            "broken",
            "busy",
            "refused because");
    for (Load load : loads(of)) {
      Map<String, Long> refused = new TreeMap<>();
      load.rounds()
          .forEach(run -> run.refused().forEach((why, n) -> refused.merge(why, n, Long::sum)));
      table.row(
          load.cell().name(),
          load.name(),
          load.rounds().get(0).trial().server(),
          load.text(run -> run.trial().offeredPerSecond()),
          load.text(run -> run.trial().completedPerSecond()),
          load.text(ForeignRun::visitsPerSecond),
          load.text(this::ofStockBest),
          load.text(run -> run.trial().p99Millis()),
          load.text(run -> run.trial().result().sessions().broken()),
          load.text(run -> run.trial().cores()),
          refused.isEmpty() ? "" : refused.toString().replaceAll("[{}]", ""));
    }
    return table.render();
  }

  private List<Chart> charts() {
    if (curve.isEmpty()) {
      return List.of();
    }
    return List.of(
        chart("Completed against the delay target", "of stock's best", this::ofStockBest),
        chart("p99 against the delay target", "milliseconds", run -> run.trial().p99Millis()));
  }

  private Chart chart(String title, String unit, ToDoubleFunction<ForeignRun> figure) {
    List<Chart.Point> points = new ArrayList<>();
    curve.forEach(
        (millis, rounds) -> points.add(new Chart.Point(millis, new Load(rounds).mean(figure))));
    return new Chart(
        title,
        title
            + ": kept connections, pages of about 2 ms, at "
            + Numbers.factor(ForeignPlan.CURVE_FACTOR)
            + "; bars show 95 % intervals.",
        "delay target, milliseconds",
        unit,
        /* logY= */ false,
        List.of(new Chart.Series(HEADWAITER, 0, /* dashed= */ false, points)));
  }
}

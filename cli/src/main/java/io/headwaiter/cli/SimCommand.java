package io.headwaiter.cli;

import io.headwaiter.load.results.RunLog;
import io.headwaiter.sim.Board;
import io.headwaiter.sim.BoardRow;
import io.headwaiter.sim.KindRow;
import io.headwaiter.sim.OracleTable;
import io.headwaiter.sim.Scenario;
import io.headwaiter.sim.Scenarios;
import io.headwaiter.sim.Verdict;
import io.headwaiter.sim.law.Headwaiter;
import io.headwaiter.sim.law.LawFactory;
import io.headwaiter.sim.law.Laws;
import io.headwaiter.sim.law.TunableFactory;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code headwaiter sim}: runs Headwaiter's control law and its rivals in virtual time. */
@Command(
    name = "sim",
    description = {
      "Compares laws of overload control in scenarios on a simulated server.",
      "Also shows what the fluid model and the oracle would complete. The same seed gives the same",
      "numbers on any machine."
    },
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class SimCommand implements Callable<Integer> {
  private static final String ALL = "all";
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double PROCESSORS_MAX = 64;
  private static final int SEEDS_MAX = 100;
  private static final int TUNE_MAX = 500;

  @Option(
      names = "--scenario",
      defaultValue = ALL,
      description = "all, or some of those that --list shows, with commas between. Default: all.")
  private String scenario;

  @Option(
      names = "--law",
      defaultValue = ALL,
      description = "all, or some of those that --list shows, with commas between. Default: all.")
  private String law;

  @Option(names = "--seed", defaultValue = "1", description = "First seed. Default: 1.")
  private long seed;

  @Option(
      names = "--seeds",
      defaultValue = "5",
      description = "So many seeds, from 1 to 100. Default: 5.")
  private int seeds;

  @Option(
      names = "--processors",
      defaultValue = "4",
      description =
          "Processors of the server, above 0, at most 64; scenarios of --predict have their own."
              + " Default: 4.")
  private double processors;

  @Option(
      names = "--tune",
      paramLabel = "RUNS",
      defaultValue = "0",
      description =
          "Laws with parameters get the best ones in hindsight, for each scenario and seed, that this"
              + " many runs find, up to 500. With 0, two static laws get those of an operator who"
              + " measured the server before, and the others their published ones. Default: 0.")
  private int tune;

  @Option(
      names = "--predict",
      description = "Instead: 4, 16 and 64 processors, and 100,000 clients at once.")
  private boolean predict;

  @Option(
      names = "--search-oracle",
      paramLabel = "FILE",
      description =
          "Instead: searches the oracle's thresholds for each scenario chosen, and writes them into this file,"
              + " that of the sources if they are to hold from now on.")
  private Path searchOracle;

  @Option(names = "--list", description = "Shows scenarios and laws, and runs nothing.")
  private boolean list;

  @Option(names = "--json", description = "Write the result into this file.")
  private Path json;

  @Spec private CommandSpec spec;

  /** The content of the result file. */
  record Result(
      String command,
      long seed,
      int seeds,
      double processors,
      int tune,
      List<Verdict> verdicts,
      List<BoardRow> rows) {}

  @Override
  public Integer call() throws Exception {
    check();
    PrintWriter out = spec.commandLine().getOut();
    List<Scenario> scenarios = predict ? Scenarios.scale() : Scenarios.all();
    if (list) {
      show(out, scenarios);
      return 0;
    }
    List<Scenario> chosen = choose("--scenario", scenario, scenarios, Scenario::name);
    List<LawFactory> laws = choose("--law", law, Laws.all(), LawFactory::name);
    LawFactory oracle =
        Laws.all().stream().filter(l -> l.name().equals(Board.ORACLE)).findFirst().orElse(null);
    if (searchOracle != null) {
      search(chosen, oracle, out);
      return 0;
    }
    Board board = new Board(laws, oracle, processors, seed, seeds, tune);
    long began = System.nanoTime();
    List<BoardRow> rows = new ArrayList<>();
    List<Verdict> verdicts = new ArrayList<>();
    for (Scenario one : chosen) {
      List<BoardRow> ofOne = run(board, one, out);
      rows.addAll(ofOne);
      Verdict.of(ofOne, Headwaiter.NAME).ifPresent(verdicts::add);
    }
    judge(verdicts, out);
    out.printf(
        Locale.ROOT,
        "%d runs, seeds %d to %d: %.1f s%n",
        rows.size() * seeds,
        seed,
        seed + seeds - 1,
        (System.nanoTime() - began) / NANOS_PER_SECOND);
    out.flush();
    if (json != null) {
      RunLog.write(new Result("sim", seed, seeds, processors, tune, verdicts, rows), json);
    }
    return 0;
  }

  private void search(List<Scenario> chosen, LawFactory oracle, PrintWriter out)
      throws IOException {
    for (Scenario one : chosen) {
      OracleTable.Row row = OracleTable.search(one, (TunableFactory) oracle);
      OracleTable.put(searchOracle, one.name(), row);
      out.printf(Locale.ROOT, "%s: %s, worth %.1f%n", one.name(), row.thresholds(), row.worth());
      out.flush();
    }
  }

  private static void judge(List<Verdict> verdicts, PrintWriter out) {
    if (verdicts.isEmpty()) {
      return;
    }
    out.printf(
        Locale.ROOT,
        "%n%-19s %10s %10s  %-26s %s%n",
        Headwaiter.NAME,
        "of oracle",
        "of rival",
        "best rival, its p99",
        "at least " + Verdict.OF_ORACLE_MIN + " and " + Verdict.OF_RIVAL_MIN);
    for (Verdict v : verdicts) {
      String rival = v.rival().isEmpty() ? "-" : v.rival() + figure(v.rivalPageP99(), ", %.2f s");
      out.printf(
          Locale.ROOT,
          "%-19s %10s %10s  %-26s %s%n",
          v.scenario(),
          figure(v.ofOracle(), "%.3f"),
          figure(v.ofRival(), "%.3f"),
          rival,
          v.holds() ? "holds" : "DOES NOT HOLD");
    }
  }

  private void check() {
    if (!(processors > 0 && processors <= PROCESSORS_MAX)) {
      throw wrong("--processors is " + processors + "; allowed is above 0, at most 64.");
    }
    if (seeds < 1 || seeds > SEEDS_MAX) {
      throw wrong("--seeds is " + seeds + "; allowed is 1 to " + SEEDS_MAX + ".");
    }
    if (tune < 0 || tune > TUNE_MAX) {
      throw wrong("--tune is " + tune + "; allowed is 0 to " + TUNE_MAX + ".");
    }
  }

  private static void show(PrintWriter out, List<Scenario> scenarios) {
    out.println("scenarios:");
    scenarios.forEach(s -> out.printf("  %-18s catches %s%n", s.name(), s.failure()));
    out.println("laws:");
    Laws.all().forEach(l -> out.println("  " + l.name()));
    out.flush();
  }

  private <T> List<T> choose(String option, String wanted, List<T> all, Function<T, String> name) {
    if (wanted.equals(ALL)) {
      return all;
    }
    List<String> names = List.of(wanted.split(",", -1));
    List<T> chosen = all.stream().filter(t -> names.contains(name.apply(t))).toList();
    if (chosen.size() < names.size()) {
      String allowed = all.stream().map(name).collect(Collectors.joining(", "));
      throw wrong(option + " is " + wanted + "; allowed is all or some of " + allowed + ".");
    }
    return chosen;
  }

  private static List<BoardRow> run(Board board, Scenario scenario, PrintWriter out) {
    List<BoardRow> rows = board.run(scenario, row -> {});
    out.printf("%n%s: catches %s%n", scenario.name(), scenario.failure());
    out.printf(
        "  %-18s %8s %7s %7s %7s %7s %8s %8s %8s %7s %7s %7s %7s %6s %6s%n",
        "law",
        "done/s",
        "fluid",
        "oracle",
        "kept",
        "attack",
        "p50 ms",
        "p99 ms",
        "delay ms",
        "over",
        "settle",
        "shut s",
        "refused",
        "broken",
        "viol.");
    for (BoardRow row : rows) {
      out.printf(
          Locale.ROOT,
          "  %-18s %8.1f %7.3f %7s %7s %7s %8.0f %8.0f %8.1f %6.0f%% %7s %7.2f %7s %6s %6d%n",
          row.law(),
          row.completedPerSecond(),
          row.ofFluid(),
          figure(row.ofOracle(), "%.3f"),
          figure(row.kept(), "%.3f"),
          figure(row.attackProcessors(), "%.2f"),
          row.pageP50() * 1e3,
          row.pageP99() * 1e3,
          row.queueDelayMean() * 1e3,
          row.overshoot() * 100,
          figure(row.settleSeconds(), "%.2f"),
          row.longestShutSeconds(),
          count(row.refused()),
          count(row.promisesBroken()),
          row.violations());
    }
    showKinds(rows, out);
    out.flush();
    return rows;
  }

  private static void showKinds(List<BoardRow> rows, PrintWriter out) {
    List<KindRow> kinds = rows.get(0).kinds();
    if (kinds.isEmpty()) {
      return;
    }
    out.println(
        "  completed of those admitted (of all who came), p99 of a page, by kind of visitor:");
    for (int kind = 0; kind < kinds.size(); kind++) {
      out.printf("  %d: %s%n", kind + 1, kinds.get(kind).kind());
    }
    for (BoardRow row : rows) {
      out.printf("  %-18s", row.law());
      for (KindRow kind : row.kinds()) {
        out.printf(
            Locale.ROOT,
            "   %5s (%.3f) %4.0f ms",
            figure(kind.completedOfBegun(), "%.3f"),
            kind.completedOfArrived(),
            kind.pageP99() * 1e3);
      }
      out.println();
    }
  }

  private static String figure(double value, String format) {
    if (Double.isNaN(value)) {
      return "-";
    }
    return Double.isInfinite(value) ? "never" : String.format(Locale.ROOT, format, value);
  }

  private static String count(long number) {
    return number < 100_000 ? Long.toString(number) : number / 1000 + "k";
  }

  private ParameterException wrong(String sentence) {
    return new ParameterException(spec.commandLine(), sentence);
  }
}

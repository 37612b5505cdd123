package io.headwaiter.lab.experiment;

import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.model.Estimate;
import io.headwaiter.lab.report.Numbers;
import io.headwaiter.lab.report.TextTable;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** What the server did for those it let in, without and with refusals beside them. */
record ServingFigures(List<Pair> pairs) {
  static final String REFUSALS = "refusals";

  private static final double LEAST_THROUGHPUT = 0.88;
  private static final double MOST_P99 = 1.5;
  private static final double LEAST_REFUSED = 3900; // of 4,000

  /** The same customers twice. */
  record Pair(LyingRun calm, LyingRun refusing) {
    double throughput() {
      return refusing.honest().repliesPerSecond() / calm.honest().repliesPerSecond();
    }

    double p99() {
      return refusing.honest().responseMillis().p99() / calm.honest().responseMillis().p99();
    }

    double refusedPerSecond() {
      return refusing.hellos().refusedPerSecond();
    }
  }

  /** Copies the list. */
  ServingFigures {
    pairs = List.copyOf(pairs);
  }

  Estimate over(ToDoubleFunction<Pair> figure) {
    return Estimate.ofBatches(pairs.stream().mapToDouble(figure).toArray());
  }

  /** Unknown when fewer were refused: a smaller attack proves less. */
  private Estimate ifRefused(Estimate figure) {
    return over(Pair::refusedPerSecond).value() >= LEAST_REFUSED ? figure : Estimate.UNKNOWN;
  }

  List<Check> checks() {
    return List.of(
        Check.atLeast(
            "throughput-under-refusals",
            "With 4,000 refusals a second a full server still answers what it let in at 88 % of its"
                + " throughput or more",
            ifRefused(over(Pair::throughput)),
            "of its throughput",
            LEAST_THROUGHPUT),
        Check.atMost(
            "p99-under-refusals",
            "With 4,000 refusals a second the p99 of those let in is at most 1.5 times what it is"
                + " without",
            ifRefused(over(Pair::p99)),
            "times",
            MOST_P99));
  }

  List<String> notes() {
    return List.of(
        "Refused per second: "
            + Numbers.withInterval(over(Pair::refusedPerSecond))
            + "; let in beside them: "
            + Numbers.withInterval(
                over(p -> p.refusing().hellos().answered() / p.refusing().hellos().seconds()))
            + ". Throughput is pages answered; visits last longer than a window.");
  }

  String table() {
    TextTable table =
        new TextTable("customers", "pages/s", "p50 ms", "p99 ms", "server cores", "refused/s");
    table.row(row("alone", Pair::calm, 0));
    table.row(row("beside refusals", Pair::refusing, over(Pair::refusedPerSecond).value()));
    return table.render()
        + "throughput "
        + Numbers.withInterval(over(Pair::throughput))
        + ", p99 "
        + Numbers.withInterval(over(Pair::p99))
        + " of what they are alone\n";
  }

  private String[] row(String name, Function<Pair, LyingRun> run, double refusedPerSecond) {
    return new String[] {
      name,
      Numbers.withInterval(over(p -> run.apply(p).honest().repliesPerSecond())),
      Numbers.plain(over(p -> run.apply(p).honest().responseMillis().p50()).value()),
      Numbers.withInterval(over(p -> run.apply(p).honest().responseMillis().p99())),
      Numbers.plain(over(p -> run.apply(p).serverCores()).value()),
      Numbers.plain(refusedPerSecond)
    };
  }

  Map<String, Object> raw() {
    return Map.of(
        "runs",
        pairs.stream().flatMap(p -> Stream.of(p.calm(), p.refusing())).map(LyingRun::raw).toList());
  }
}

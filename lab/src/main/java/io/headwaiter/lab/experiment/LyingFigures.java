package io.headwaiter.lab.experiment;

import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.model.Estimate;
import io.headwaiter.lab.report.Numbers;
import io.headwaiter.lab.report.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * What the runs say. Ratios are taken within a round, where the honest customers are the same.
 *
 * @param attacks names, the calm one first, then the one whose hellos claim nothing, then the lies
 * @param rounds each a run for every attack, in the same order
 */
record LyingFigures(List<String> attacks, List<List<LyingRun>> rounds) {
  private static final double AT_LEAST = 0.95;
  private static final int CALM = 0;
  private static final int PLAIN = 1;

  /** Copies the lists. */
  LyingFigures {
    attacks = List.copyOf(attacks);
    rounds = rounds.stream().map(List::copyOf).toList();
  }

  Estimate of(int attack, ToDoubleFunction<LyingRun> figure) {
    return Estimate.ofBatches(
        rounds.stream().mapToDouble(r -> figure.applyAsDouble(r.get(attack))).toArray());
  }

  Estimate ratio(int attack, int to, ToDoubleFunction<LyingRun> figure) {
    return Estimate.ofBatches(
        rounds.stream()
            .mapToDouble(r -> figure.applyAsDouble(r.get(attack)) / figure.applyAsDouble(r.get(to)))
            .toArray());
  }

  List<Check> checks() {
    List<Check> checks = new ArrayList<>();
    for (int lie = PLAIN + 1; lie < attacks.size(); lie++) {
      checks.add(
          Check.atLeast(
              "completed-under-" + id(lie),
              "Under hellos with a "
                  + attacks.get(lie)
                  + " honest customers complete at least 95 % of what they complete under as many"
                  + " hellos that claim nothing",
              ratio(lie, PLAIN, LyingRun::completedPerSecond),
              "of that",
              AT_LEAST));
    }
    for (int attack = PLAIN; attack < attacks.size(); attack++) {
      checks.add(
          Check.atLeast(
              "kept-under-" + id(attack),
              "Of the visits under way at least 95 % of the calm share are carried to their end under: "
                  + attacks.get(attack),
              ratio(attack, CALM, LyingRun::kept),
              "of that",
              AT_LEAST));
    }
    return checks;
  }

  private String id(int attack) {
    return attacks.get(attack).toLowerCase(Locale.ROOT).replace(' ', '-');
  }

  String table() {
    TextTable table =
        new TextTable(
            "attack",
            "hellos/s",
            "let in/s",
            "honest completed/s",
            "kept of those let in",
            "p99 ms",
            "server cores");
    for (int i = 0; i < attacks.size(); i++) {
      table.row(
          attacks.get(i),
          Numbers.plain(of(i, LyingFigures::hellosPerSecond).value()),
          Numbers.plain(of(i, LyingFigures::answeredPerSecond).value()),
          Numbers.withInterval(of(i, LyingRun::completedPerSecond)),
          Numbers.withInterval(of(i, LyingRun::kept)),
          Numbers.withInterval(of(i, r -> r.honest().responseMillis().p99())),
          Numbers.plain(of(i, LyingRun::serverCores).value()));
    }
    return table.render();
  }

  private static double hellosPerSecond(LyingRun run) {
    return run.hellos() == null ? 0 : run.hellos().attempts() / run.hellos().seconds();
  }

  private static double answeredPerSecond(LyingRun run) {
    return run.hellos() == null ? 0 : run.hellos().answered() / run.hellos().seconds();
  }

  List<Map<String, Object>> raw() {
    return rounds.stream().flatMap(List::stream).map(LyingRun::raw).toList();
  }
}

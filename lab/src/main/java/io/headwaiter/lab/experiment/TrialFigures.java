package io.headwaiter.lab.experiment;

import io.headwaiter.lab.model.Estimate;
import io.headwaiter.lab.report.Numbers;
import io.headwaiter.lab.report.TextTable;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;

/**
 * Trials in rounds. Ratios are taken within a round, so that a drift cancels.
 *
 * @param names what was tried, in the order of the table
 * @param rounds each with a trial by name; a name may be missing in a round
 */
record TrialFigures(List<String> names, List<Map<String, Trial>> rounds) {
  /** Copies the lists. */
  TrialFigures {
    names = List.copyOf(names);
    rounds = rounds.stream().map(Map::copyOf).toList();
  }

  /** Over the rounds in which it was tried. */
  Estimate of(String name, ToDoubleFunction<Trial> figure) {
    return Estimate.ofBatches(
        rounds.stream()
            .map(round -> round.get(name))
            .filter(Objects::nonNull)
            .mapToDouble(figure)
            .toArray());
  }

  Estimate ratio(String name, String to, ToDoubleFunction<Trial> figure) {
    return paired(name, to, (a, b) -> figure.applyAsDouble(a) / figure.applyAsDouble(b));
  }

  /** A figure of two trials of one round. */
  Estimate paired(String name, String to, ToDoubleBiFunction<Trial, Trial> figure) {
    return Estimate.ofBatches(
        rounds.stream()
            .filter(round -> round.containsKey(name) && round.containsKey(to))
            .mapToDouble(round -> figure.applyAsDouble(round.get(name), round.get(to)))
            .toArray());
  }

  /** Of these the one that completed most in the mean; the first of them when nobody did. */
  String best(List<String> of) {
    String best = of.get(0);
    for (String name : of) {
      if (of(name, Trial::completedPerSecond).value()
          > of(best, Trial::completedPerSecond).value()) {
        best = name;
      }
    }
    return best;
  }

  String table() {
    TextTable table =
        new TextTable("what", "offered/s", "completed/s", "refused/s", "lost", "p99 ms", "cores");
    for (String name : names) {
      table.row(
          name,
          Numbers.plain(of(name, Trial::offeredPerSecond).value()),
          Numbers.withInterval(of(name, Trial::completedPerSecond)),
          Numbers.plain(of(name, Trial::refusedPerSecond).value()),
          Numbers.plain(of(name, Trial::lost).value()),
          Numbers.withInterval(of(name, Trial::p99Millis)),
          Numbers.plain(of(name, Trial::cores).value()));
    }
    return table.render();
  }

  List<Map<String, Object>> raw() {
    return rounds.stream()
        .flatMap(round -> names.stream().map(round::get))
        .filter(Objects::nonNull)
        .map(Trial::raw)
        .toList();
  }
}

package io.headwaiter.lab.experiment;

import io.headwaiter.lab.report.Estimate;
import io.headwaiter.lab.report.Numbers;
import io.headwaiter.lab.report.TextTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * What a contest says. Ratios are taken within a round.
 *
 * @param names the contenders
 * @param rounds each a run for every contender, by name
 */
record ContestFigures(List<String> names, List<Map<String, ContestRun>> rounds) {
  /** A contender that used less had not enough to do, so its rate says nothing of its peak. */
  private static final double BUSY_CORES = 0.95;

  /** Copies the lists. */
  ContestFigures {
    names = List.copyOf(names);
    rounds = rounds.stream().map(Map::copyOf).toList();
  }

  Estimate of(String name, ToDoubleFunction<ContestRun> figure) {
    return Estimate.ofBatches(
        rounds.stream().mapToDouble(r -> figure.applyAsDouble(r.get(name))).toArray());
  }

  Estimate ratio(String name, String to, ToDoubleFunction<ContestRun> figure) {
    return Estimate.ofBatches(
        rounds.stream()
            .mapToDouble(r -> figure.applyAsDouble(r.get(name)) / figure.applyAsDouble(r.get(to)))
            .toArray());
  }

  /** Of these contenders the one that completed most; the first of them when nobody did. */
  String best(List<String> of) {
    return of.stream()
        .max(Comparator.comparingDouble(n -> of(n, ContestRun::completedPerSecond).value()))
        .orElseThrow();
  }

  String table() {
    TextTable table =
        new TextTable(
            "server",
            "sessions/s",
            "sessions per CPU second",
            "cores",
            "p99 ms",
            "lost",
            "generator");
    for (String name : names) {
      table.row(
          name,
          Numbers.withInterval(of(name, ContestRun::completedPerSecond)),
          Numbers.withInterval(of(name, ContestRun::completedPerCpuSecond)),
          Numbers.plain(of(name, ContestRun::cores).value()),
          Numbers.plain(of(name, r -> r.result().responseMillis().p99()).value()),
          Long.toString(rounds.stream().mapToLong(r -> r.get(name).lost()).sum()),
          Numbers.percent(of(name, r -> r.result().generator().cpuShare()).value()));
    }
    return table.render();
  }

  List<String> notes() {
    List<String> notes = new ArrayList<>();
    for (String name : names) {
      double cores = of(name, ContestRun::cores).value();
      if (cores < BUSY_CORES) {
        notes.add(
            name
                + " used "
                + Numbers.plain(cores)
                + " cores: it was not busy all the time, so its peak is higher than shown; its sessions"
                + " per CPU second are not affected.");
      }
    }
    return notes;
  }

  List<Map<String, Object>> raw() {
    return rounds.stream()
        .flatMap(round -> names.stream().map(name -> round.get(name).raw()))
        .toList();
  }
}

package io.headwaiter.lab.run;

import io.headwaiter.lab.model.Cell;
import io.headwaiter.lab.model.Claim;
import io.headwaiter.lab.model.Evidence;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.Observation;
import io.headwaiter.lab.model.Quantity;
import io.headwaiter.lab.model.Verdict;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Measures an experiment: first what is to be searched, then the first rounds, and then more of
 * what undecided claims need, until all are decided or the most rounds are done. What the log has
 * already is not measured again, so a run that was ended can go on. Belongs to one thread.
 */
public final class Runner {
  /** How often a cell in doubt is measured at most. */
  static final int ATTEMPTS_MAX = 3;

  private final Experiment experiment;
  private final Bench bench;
  private final ObservationLog log;
  private final Consumer<String> progress;

  /**
   * @param progress takes a line before each cell
   */
  public Runner(Experiment experiment, Bench bench, ObservationLog log, Consumer<String> progress) {
    this.experiment = experiment;
    this.bench = bench;
    this.log = log;
    this.progress = progress;
  }

  /**
   * Runs to the end.
   *
   * @throws IOException if a cell cannot be measured; what was observed before is in the log
   */
  public void run() throws IOException, InterruptedException {
    for (Cell cell : experiment.preparations()) {
      measure(cell);
    }
    for (int round = 0; round < experiment.rounds().most(); round++) {
      Set<Quantity.Series> wanted = wanted(round);
      if (wanted.isEmpty()) {
        return;
      }
      for (Cell cell : experiment.cells(round, wanted)) {
        measure(cell);
      }
    }
  }

  /** Returns what to measure in a round: all at first, then what undecided claims need. */
  private Set<Quantity.Series> wanted(int round) {
    if (round < experiment.rounds().first()) {
      return experiment.series();
    }
    // Only of earlier rounds: a run that goes on in the middle of this one decides alike.
    Evidence evidence =
        new Evidence(log.observations().stream().filter(o -> o.cell().round() < round).toList());
    Set<Quantity.Series> wanted = new TreeSet<>();
    for (Claim claim : experiment.claims()) {
      if (claim.judge(evidence, experiment.rounds()).verdictOfFigure() == Verdict.UNDECIDED) {
        wanted.addAll(claim.needs());
      }
    }
    return wanted;
  }

  private void measure(Cell cell) throws IOException, InterruptedException {
    Observation last = lastOf(cell);
    while (last == null || (!last.counts() && last.attempt() < ATTEMPTS_MAX)) {
      int attempt = last == null ? 1 : last.attempt() + 1;
      progress.accept(cell + (attempt == 1 ? "" : ", attempt " + attempt) + left());
      last = bench.measure(cell, attempt);
      log.add(last);
    }
  }

  /** Returns what is left of the first rounds, for a person who waits. */
  private String left() {
    int all = experiment.rounds().first() * experiment.series().size();
    long done =
        log.observations().stream()
            .map(Observation::cell)
            .filter(cell -> !cell.comesBeforeRounds())
            .distinct()
            .count();
    if (done >= all) {
      return " (%d cells done; further rounds, for undecided claims)".formatted(done);
    }
    Duration left = experiment.timing().cell().multipliedBy(all - done);
    return " (%d of %d cells done, %d s left at most)".formatted(done, all, left.toSeconds());
  }

  private Observation lastOf(Cell cell) {
    Observation last = null;
    for (Observation one : log.observations()) {
      if (one.cell().equals(cell) && (last == null || one.attempt() > last.attempt())) {
        last = one;
      }
    }
    return last;
  }
}

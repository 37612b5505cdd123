package io.headwaiter.lab.outcome;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** One part of an experiment; it starts and ends its own servers. */
public interface ExperimentPart {
  /** What it is called on the command line. */
  String name();

  /** What it takes when nothing ends early, without the start of its servers. */
  Duration longest();

  /** What it measures in that time, a line for each declared experiment. */
  default List<String> plan() {
    return List.of();
  }

  /**
   * What it found in an earlier run, from the observations in its folder; empty if it keeps none.
   *
   * @throws IOException when the observations cannot be read, or are of another setting
   */
  default Optional<ExperimentOutcome> again() throws IOException {
    return Optional.empty();
  }

  /**
   * Runs it; every process that it starts is gone afterwards.
   *
   * @throws IOException when a server does not come up or fails
   */
  ExperimentOutcome run() throws IOException, InterruptedException;
}

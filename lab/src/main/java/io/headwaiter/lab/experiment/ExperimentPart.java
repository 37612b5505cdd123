package io.headwaiter.lab.experiment;

import java.io.IOException;
import java.time.Duration;

/** One part of an experiment; it starts and ends its own servers. */
interface ExperimentPart {
  /** What it is called on the command line. */
  String name();

  /** What it takes when nothing ends early, without the start of its servers. */
  Duration longest();

  /**
   * Runs it; every process that it starts is gone afterwards.
   *
   * @throws IOException when a server does not come up or fails
   */
  ExperimentOutcome run() throws IOException, InterruptedException;
}

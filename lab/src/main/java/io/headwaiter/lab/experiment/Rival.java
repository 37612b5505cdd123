package io.headwaiter.lab.experiment;

import java.io.IOException;
import java.util.Optional;

/** A way to run the shop under too much load, to be compared with the others. */
interface Rival {
  /** For tables and charts. */
  String name();

  /** Why it cannot be run here, as a sentence; empty when it can. */
  default Optional<String> missing() {
    return Optional.empty();
  }

  /** How many settings its search tries at most; 0 when there is nothing to set. */
  default int trialsMax() {
    return 0;
  }

  /** Starts it on the servers' processor. */
  Running start(ExperimentSetting setting, DemoPlan demo) throws IOException, InterruptedException;

  /** A rival that runs. */
  interface Running extends AutoCloseable {
    /** Its processes; others after {@link #tune}, if it had to start some again. */
    Contender contender();

    /**
     * Tries its settings under one load and leaves the best in force.
     *
     * @param fitsPerSecond sessions per second that fit, to begin the search with
     * @param score runs the load for a short while under the setting in force and tells what is
     *     completed per second
     * @return what was found
     */
    default Tuned tune(double fitsPerSecond, Score score) throws IOException, InterruptedException {
      return Tuned.NOTHING;
    }

    @Override
    void close();
  }

  /** Runs a short load on whatever setting is in force. */
  @FunctionalInterface
  interface Score {
    double completedPerSecond() throws IOException, InterruptedException;
  }
}

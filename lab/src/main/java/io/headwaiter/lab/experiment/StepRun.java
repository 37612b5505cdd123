package io.headwaiter.lab.experiment;

import java.util.List;

/**
 * One step while a server served.
 *
 * @param trial what customers got after the step
 * @param samples what the server told of itself, from before the step on
 * @param stepMillis when the step was made, on the samples' clock
 */
record StepRun(Trial trial, List<ControlSample> samples, long stepMillis) {
  /** Copies the list. */
  StepRun {
    samples = List.copyOf(samples);
  }

  double[] admittedPerSecond(int bins) {
    return Settling.rate(samples, ControlSample::admitted, stepMillis, bins);
  }

  double[] promised(int bins) {
    return Settling.level(samples, ControlSample::promised, stepMillis, bins);
  }

  double[] queueDelayMillis(int bins) {
    return Settling.level(samples, ControlSample::queueDelayMillis, stepMillis, bins);
  }

  /** New visits let in although more was promised than there was. */
  double admittedOverPromise() {
    return Settling.admittedOverPromise(samples, stepMillis);
  }
}

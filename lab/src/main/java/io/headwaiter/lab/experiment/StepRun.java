package io.headwaiter.lab.experiment;

import java.util.List;

/**
 * One step while a server served.
 *
 * @param trial what customers got after the step
 * @param points what the server told of its control intervals, from before the step on
 * @param stepMillis when the step was made, by the clock on the wall
 */
record StepRun(Trial trial, List<ControlPoint> points, double stepMillis) {
  /** Copies the list. */
  StepRun {
    points = List.copyOf(points);
  }

  /** New visits let in although more was promised than there was. */
  double admittedOverPromise() {
    return StepBins.admittedOverPromise(points, stepMillis);
  }
}

package io.headwaiter.lab.experiment.governor;

import io.headwaiter.lab.bench.Trial;
import io.headwaiter.lab.server.ControlPoint;
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

  // More than this part too much is promised: nothing new may come in.
  private static final double OVER = 1.05;
  // A loss of capacity shows by then.
  private static final double SHOWS_MILLIS = 1500;

  /**
   * New visits let in from the interval after the first that says that more is promised than there
   * is, by more than 5 %, up to the first after which the promises fit. 0 when too much was never
   * promised; NaN when the server does not say what is.
   */
  double admittedOverPromise() {
    double sum = Double.NaN;
    boolean over = false;
    for (ControlPoint point : points) {
      if (point.beginMillis() < stepMillis || !Double.isFinite(point.promised())) {
        continue;
      }
      sum = Double.isNaN(sum) ? 0 : sum;
      if (over) {
        sum += point.admitted();
        if (!point.isOver(OVER)) {
          return sum;
        }
      } else if (point.beginMillis() > stepMillis + SHOWS_MILLIS) {
        return sum;
      }
      over = point.isOver(OVER);
    }
    return sum;
  }
}

package io.headwaiter.load.workload;

import java.util.List;

/**
 * The change of the arrival rate during a run: a factor on the mean rate, linear between its
 * points, constant before the first and after the last. Two points at one instant are a jump.
 *
 * <p>Arrivals under a profile are those of the constant rate with their time stretched: the n-th
 * comes at the t for which {@code integral of factor from 0 to t = t_n}, with t_n its instant at
 * the constant rate. A Poisson process stays one (time change of a Poisson process; Çinlar,
 * Introduction to Stochastic Processes, chapter 4).
 *
 * <p>Worked: factor 1 up to 2 s, 4 after it. An arrival at 1 s stays at 1 s; an arrival at 6 s
 * moves to {@code 2 + (6 - 2) / 4 = 3} s.
 *
 * @param points the corners, in the order of time; none for a constant rate
 */
public record RateProfile(List<Point> points) {
  /** The constant rate. */
  public static final RateProfile CONSTANT = new RateProfile(List.of());

  private static final int POINTS_MAX = 1000;
  private static final double NANOS_PER_MILLI = 1e6;

  /**
   * One corner.
   *
   * @param millis time since the start of the run, lead-in included
   * @param factor factor on the mean rate, at least 0
   */
  public record Point(long millis, double factor) {
    /** Checks the ranges. */
    public Point {
      if (millis < 0 || !(factor >= 0) || Double.isInfinite(factor)) {
        throw new IllegalArgumentException(
            "a point of a rate profile needs a time and a factor of at least 0, got "
                + millis
                + " ms and "
                + factor);
      }
    }
  }

  /** Checks the order, and that arrivals continue after the last point. */
  public RateProfile {
    points = List.copyOf(points);
    if (points.size() > POINTS_MAX) {
      throw new IllegalArgumentException(
          "a rate profile has at most " + POINTS_MAX + " points, got " + points.size());
    }
    for (int i = 1; i < points.size(); i++) {
      if (points.get(i).millis() < points.get(i - 1).millis()) {
        throw new IllegalArgumentException(
            "the points of a rate profile must be in the order of time, got " + points);
      }
    }
    if (!points.isEmpty() && points.get(points.size() - 1).factor() == 0) {
      throw new IllegalArgumentException(
          "the last factor of a rate profile must be above 0, or nobody would ever come again");
    }
  }

  /** Returns a profile that changes from one factor to another at an instant. */
  public static RateProfile step(long millis, double before, double after) {
    return of(new Point(millis, before), new Point(millis, after));
  }

  /** Returns a profile with these points. */
  public static RateProfile of(Point... points) {
    return new RateProfile(List.of(points));
  }

  /** Returns the factor at an instant, in nanoseconds since the start. */
  public double factor(double nanos) {
    if (points.isEmpty()) {
      return 1;
    }
    Point before = points.get(0);
    for (Point point : points) {
      double at = point.millis() * NANOS_PER_MILLI;
      if (nanos < at) {
        double from = before.millis() * NANOS_PER_MILLI;
        double part = at > from ? Math.max(0, (nanos - from) / (at - from)) : 0;
        return before.factor() + part * (point.factor() - before.factor());
      }
      before = point;
    }
    return before.factor();
  }

  /**
   * Returns the instant of an arrival that comes at another instant at the constant rate.
   *
   * @param nanos instant at the constant rate, since the start, at least 0
   */
  public double stretched(double nanos) {
    double left = nanos;
    double from = 0;
    double factor = points.isEmpty() ? 1 : points.get(0).factor();
    for (Point point : points) {
      double at = point.millis() * NANOS_PER_MILLI;
      double area = (factor + point.factor()) / 2 * (at - from);
      if (left < area) {
        return from + within(left, factor, (point.factor() - factor) / (at - from));
      }
      left -= area;
      from = at;
      factor = point.factor();
    }
    return from + left / factor;
  }

  /**
   * Returns the x with {@code factor * x + slope * x^2 / 2 = area}, for an area that is reached.
   */
  private static double within(double area, double factor, double slope) {
    double root = Math.sqrt(Math.max(0, factor * factor + 2 * slope * area));
    double sum = factor + root;
    return sum > 0 ? 2 * area / sum : 0; // this form does not divide by a slope of 0
  }
}

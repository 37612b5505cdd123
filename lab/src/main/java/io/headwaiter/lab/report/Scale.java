package io.headwaiter.lab.report;

/**
 * Maps values to positions on an axis, linearly or by logarithm. Pure.
 *
 * @param from value at {@code start}
 * @param to value at {@code end}, above {@code from}
 * @param start position of {@code from} in drawing units
 * @param end position of {@code to} in drawing units
 * @param log whether equal ratios, not equal differences, are equally far apart
 */
record Scale(double from, double to, double start, double end, boolean log) {
  Scale {
    if (!(to > from) || (log && !(from > 0))) {
      throw new IllegalArgumentException(
          "an axis must grow, and start above 0 when it is logarithmic, got " + from + " to " + to);
    }
  }

  /** Returns the position of a value; values outside the axis are put on its ends. */
  double place(double value) {
    double inside = Math.min(to, Math.max(from, value));
    double share =
        log ? Math.log(inside / from) / Math.log(to / from) : (inside - from) / (to - from);
    return start + share * (end - start);
  }
}

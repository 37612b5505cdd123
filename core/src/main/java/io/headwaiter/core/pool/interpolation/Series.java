package io.headwaiter.core.pool.interpolation;

import java.util.Arrays;

/** One quantity at each profile point, above 0, with its logarithms and their mean. */
public final class Series {
  private final double[] values;
  private final double[] logs;
  private final double meanLog;

  public Series(double[] values) {
    this(values.clone(), Arrays.stream(values).map(Math::log).toArray());
  }

  private Series(double[] values, double[] logs) {
    this.values = values;
    this.logs = logs;
    meanLog = Arrays.stream(logs).average().orElseThrow();
  }

  /** Returns the series with one value multiplied by a factor. */
  public Series scaled(int point, double factor) {
    double[] newValues = values.clone();
    double[] newLogs = logs.clone();
    newValues[point] *= factor;
    newLogs[point] += Math.log(factor);
    return new Series(newValues, newLogs);
  }

  public double value(int point) {
    return values[point];
  }

  public double log(int point) {
    return logs[point];
  }

  double meanLog() {
    return meanLog;
  }

  /** Returns an interpolated value, limited to within a factor of the values of the series. */
  public double bounded(double value, double factor) {
    double least = Double.MAX_VALUE;
    double most = 0;
    for (double v : values) {
      least = Math.min(least, v);
      most = Math.max(most, v);
    }
    return Math.max(least / factor, Math.min(most * factor, value));
  }
}

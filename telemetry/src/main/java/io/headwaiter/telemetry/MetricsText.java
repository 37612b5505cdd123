package io.headwaiter.telemetry;

import io.headwaiter.core.api.UserApi;
import java.math.BigDecimal;

/**
 * Writes counters and gauges in the text format of Prometheus, version 0.0.4. All names begin with
 * {@code headwaiter_}. Not thread-safe.
 */
@UserApi
public final class MetricsText {
  /** Content type of an answer with such a text. */
  static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  static final String PREFIX = "headwaiter_";

  private final StringBuilder out = new StringBuilder();
  private String name = "";

  /**
   * Begins a counter; its samples follow.
   *
   * @param counter its name without the prefix; by convention it ends in {@code _total}
   * @param help one line
   */
  public void counter(String counter, String help) {
    begin(counter, help, "counter");
  }

  /** Begins a gauge, a value that goes up and down; its samples follow. */
  public void gauge(String gauge, String help) {
    begin(gauge, help, "gauge");
  }

  /** Writes a counter without labels, with its value. */
  public void counter(String counter, String help, double value) {
    counter(counter, help);
    sample(value);
  }

  /** Writes a gauge without labels, with its value. */
  public void gauge(String gauge, String help, double value) {
    gauge(gauge, help);
    sample(value);
  }

  /** Begins a metric of this type. */
  void begin(String metric, String help, String type) {
    name = PREFIX + metric;
    out.append("# HELP ").append(name).append(' ').append(help).append('\n');
    out.append("# TYPE ").append(name).append(' ').append(type).append('\n');
  }

  /** Writes a sample without labels. */
  public void sample(double value) {
    out.append(name);
    end(value);
  }

  /** Writes a sample for one value of a label. */
  public void sample(String label, String labelValue, double value) {
    out.append(name).append('{').append(label).append("=\"");
    for (int i = 0; i < labelValue.length(); i++) {
      appendEscaped(labelValue.charAt(i));
    }
    out.append("\"}");
    end(value);
  }

  /** Writes how many values are at most this bound. */
  void bucket(String upperBound, long count) {
    out.append(name).append("_bucket{le=\"").append(upperBound).append("\"}");
    end(count);
  }

  /** Writes the sum and the number of a histogram's values. */
  void sum(double sum, long count) {
    out.append(name).append("_sum");
    end(sum);
    out.append(name).append("_count");
    end(count);
  }

  private void appendEscaped(char c) {
    switch (c) {
      case '\\' -> out.append("\\\\");
      case '"' -> out.append("\\\"");
      case '\n' -> out.append("\\n");
      default -> out.append(c);
    }
  }

  private void end(double value) {
    String text =
        value == Math.rint(value) && Math.abs(value) < 1e15
            ? Long.toString((long) value)
            : BigDecimal.valueOf(value).toPlainString();
    out.append(' ').append(text).append('\n');
  }

  @Override
  public String toString() {
    return out.toString();
  }
}

package io.headwaiter.telemetry;

import io.headwaiter.core.api.UserApi;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/**
 * Counters and gauges with their values, and their text in the format of Prometheus, version 0.0.4.
 * All names begin with {@code headwaiter_}. Not thread-safe.
 */
@UserApi
public final class MetricsText {
  /** Content type of an answer with such a text. */
  static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  static final String PREFIX = "headwaiter_";

  private static final String NO_LABEL = "";

  private final StringBuilder out = new StringBuilder();
  private final List<Sample> samples = new ArrayList<>();
  private String name = "";
  private String type = "";

  /**
   * One value.
   *
   * @param name of the metric, with the prefix
   * @param type counter, gauge or histogram
   * @param label name of the label; empty if there is none
   * @param labelValue empty if there is no label
   */
  @UserApi
  public record Sample(String name, String type, String label, String labelValue, double value) {}

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
  void begin(String metric, String help, String metricType) {
    name = PREFIX + metric;
    type = metricType;
    out.append("# HELP ").append(name).append(' ').append(help).append('\n');
    out.append("# TYPE ").append(name).append(' ').append(type).append('\n');
  }

  /** Writes a sample without labels. */
  public void sample(double value) {
    write("", NO_LABEL, "", value);
  }

  /** Writes a sample for one value of a label. */
  public void sample(String label, String labelValue, double value) {
    write("", label, labelValue, value);
  }

  /** Writes how many values are at most this bound. */
  void bucket(String upperBound, long count) {
    write("_bucket", "le", upperBound, count);
  }

  /** Writes the sum and the number of a histogram's values. */
  void sum(double sum, long count) {
    write("_sum", NO_LABEL, "", sum);
    write("_count", NO_LABEL, "", count);
  }

  private void write(String suffix, String label, String labelValue, double value) {
    samples.add(new Sample(name + suffix, type, label, labelValue, value));
    out.append(name).append(suffix);
    if (!label.equals(NO_LABEL)) {
      out.append('{').append(label).append("=\"");
      for (int i = 0; i < labelValue.length(); i++) {
        appendEscaped(labelValue.charAt(i));
      }
      out.append("\"}");
    }
    end(value);
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
    out.append(' ').append(text(value)).append('\n');
  }

  private static String text(double value) {
    if (Double.isInfinite(value)) {
      return value > 0 ? "+Inf" : "-Inf";
    }
    if (Double.isNaN(value)) {
      return "NaN"; // a part of an application may divide by 0
    }
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : BigDecimal.valueOf(value).toPlainString();
  }

  /** Returns all samples, in the order in which they were written. */
  public List<Sample> samples() {
    return List.copyOf(samples);
  }

  /** Returns the text. */
  @Override
  public String toString() {
    return out.toString();
  }
}

package io.headwaiter.lab.report;

import io.headwaiter.lab.model.Estimate;
import java.util.List;

/**
 * The content of a line chart, independent of its drawing.
 *
 * @param title short heading
 * @param description one or two sentences for readers that cannot see the picture
 * @param xLabel label of the horizontal axis
 * @param yLabel label of the vertical axis, with its unit
 * @param logY whether the vertical axis is logarithmic
 * @param logX whether the horizontal axis is logarithmic, which suits load factors
 * @param factors whether horizontal values are load factors, written as 8x
 * @param series the lines, at least one
 */
public record Chart(
    String title,
    String description,
    String xLabel,
    String yLabel,
    boolean logY,
    boolean logX,
    boolean factors,
    List<Series> series) {

  /** Copies the list. */
  public Chart {
    series = List.copyOf(series);
    if (series.isEmpty()) {
      throw new IllegalArgumentException("a chart needs at least one series");
    }
  }

  /** Creates a chart against load factors. */
  public Chart(
      String title,
      String description,
      String xLabel,
      String yLabel,
      boolean logY,
      List<Series> series) {
    this(title, description, xLabel, yLabel, logY, /* logX= */ true, /* factors= */ true, series);
  }

  /** Returns the same against plain numbers, such as connections, on a linear axis. */
  public Chart numbers() {
    return new Chart(
        title, description, xLabel, yLabel, logY, /* logX= */ false, /* factors= */ false, series);
  }

  /** Returns the same with linear axes. */
  public Chart linear() {
    return new Chart(
        title, description, xLabel, yLabel, /* logY= */ false, /* logX= */ false, factors, series);
  }

  /**
   * One line.
   *
   * @param name its label
   * @param style number of its colour and marker, from 0
   * @param dashed whether the line is dashed
   * @param points its points, left to right
   */
  public record Series(String name, int style, boolean dashed, List<Point> points) {
    /** Copies the list. */
    public Series {
      points = List.copyOf(points);
    }
  }

  /**
   * One point; it is left out when its value is unknown, or not above zero on a logarithmic axis.
   *
   * @param x horizontal value, above zero
   * @param y vertical value; its interval is drawn as whiskers
   */
  public record Point(double x, Estimate y) {}
}

package io.headwaiter.lab.report;

import java.util.List;

/**
 * What a line chart shows, without how it is drawn.
 *
 * @param title short heading
 * @param description one or two sentences for those who cannot see the picture
 * @param xLabel what runs to the right
 * @param yLabel what runs upwards, with its unit
 * @param logY whether the vertical axis is logarithmic
 * @param series the lines, at least one
 */
public record Chart(
    String title,
    String description,
    String xLabel,
    String yLabel,
    boolean logY,
    List<Series> series) {

  /** Copies the list. */
  public Chart {
    series = List.copyOf(series);
    if (series.isEmpty()) {
      throw new IllegalArgumentException("a chart needs at least one series");
    }
  }

  /**
   * One line.
   *
   * @param name its label
   * @param style which of the colours and markers, from 0
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
   * @param x horizontal place, above zero
   * @param y height, with the interval that is drawn as whiskers
   */
  public record Point(double x, Estimate y) {}
}

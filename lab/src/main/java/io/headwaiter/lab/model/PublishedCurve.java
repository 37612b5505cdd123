package io.headwaiter.lab.model;

import java.util.ArrayList;
import java.util.List;

/**
 * A curve of a paper, to be drawn beside ours. The papers' machines were slower, so it is given in
 * parts of the maximum that a server of theirs reached, and drawn in the same parts of what that
 * server reaches here. A paper that gives only some points of its curve in words or in a table has
 * only these here.
 *
 * @param paper author and year
 * @param server the server that the curve is of
 * @param unit the server whose maximum is 1
 * @param points from left to right
 */
public record PublishedCurve(String paper, String server, String unit, List<Point> points) {

  /**
   * One point.
   *
   * @param x on the horizontal axis of the chart
   * @param ofMaximum the value, in parts of the maximum
   */
  public record Point(double x, double ofMaximum) {}

  /** Copies the list. */
  public PublishedCurve {
    points = List.copyOf(points);
  }

  /** Returns a curve without points, in parts of the maximum of the same server. */
  public static PublishedCurve of(String paper, String server) {
    return new PublishedCurve(paper, server, server, List.of());
  }

  /** Returns the same in parts of the maximum of another server. */
  public PublishedCurve inPartsOf(String other) {
    return new PublishedCurve(paper, server, other, points);
  }

  /** Returns the same with one more point on the right. */
  public PublishedCurve at(double x, double ofMaximum) {
    List<Point> more = new ArrayList<>(points);
    more.add(new Point(x, ofMaximum));
    return new PublishedCurve(paper, server, unit, more);
  }
}

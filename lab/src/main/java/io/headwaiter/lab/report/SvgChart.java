package io.headwaiter.lab.report;

import static io.headwaiter.lab.report.SvgStyle.num;

import io.headwaiter.lab.model.Estimate;
import io.headwaiter.lab.report.Chart.Point;
import io.headwaiter.lab.report.Chart.Series;
import io.headwaiter.load.text.Numbers;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * Draws a {@link Chart} as SVG: lines with markers, whiskers for the intervals, and a legend with
 * markers and dashes, so that colour is not needed. The horizontal axis has one tick at each x that
 * has a point. Pure: same chart, same text.
 */
public final class SvgChart {
  private static final double WIDTH = 480;
  private static final double HEIGHT = 340;
  private static final double LEFT = 62;
  private static final double RIGHT = WIDTH - 26;
  private static final double BOTTOM = HEIGHT - 50;
  private static final double LEGEND_TOP = 46;
  private static final double LEGEND_ROW = 20;
  private static final int LEGEND_COLUMNS = 2;
  private static final double DODGE = 8;

  private final Chart chart;
  private final Scale xScale;
  private final Scale yScale;
  private final List<Double> xTicks;
  private final List<Double> yTicks;
  private final StringBuilder svg = new StringBuilder(4096);

  private SvgChart(Chart chart) {
    this.chart = chart;
    this.xTicks = points(chart).map(Point::x).distinct().sorted().toList();
    this.yTicks = yTicks(chart);
    double first = xTicks.isEmpty() ? 1 : xTicks.get(0);
    double last = xTicks.isEmpty() ? 1 : xTicks.get(xTicks.size() - 1);
    this.xScale =
        chart.logX()
            ? new Scale(first / 1.25, last * 1.25, LEFT, RIGHT, /* log= */ true)
            : new Scale(0, last * 1.05, LEFT, RIGHT, /* log= */ false);
    double top = yTicks.get(yTicks.size() - 1);
    this.yScale = new Scale(yTicks.get(0), top, BOTTOM, plotTop(chart), chart.logY());
  }

  /** Returns an SVG element for use inside an HTML page that holds {@link #css()} once. */
  public static String inline(Chart chart) {
    return new SvgChart(chart).draw(/* style= */ "");
  }

  /** Returns a whole SVG file with its own style, for a README. */
  public static String standalone(Chart chart) {
    String style = "<style>\n" + SvgStyle.CSS + "</style>\n";
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + new SvgChart(chart).draw(style);
  }

  /** Returns the style sheet that {@link #inline} needs. */
  public static String css() {
    return SvgStyle.CSS;
  }

  private String draw(String style) {
    svg.append(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"hw-chart\" role=\"img\" viewBox=\"0 0 ");
    svg.append(num(WIDTH)).append(' ').append(num(HEIGHT)).append("\" aria-label=\"");
    svg.append(Xml.escape(chart.title())).append("\">\n");
    svg.append("<title>").append(Xml.escape(chart.title())).append("</title>\n");
    svg.append("<desc>").append(Xml.escape(chart.description())).append("</desc>\n").append(style);
    svg.append("<rect class=\"hw-paper\" width=\"100%\" height=\"100%\" rx=\"8\"/>\n");
    text(16, 26, "hw-title", "start", chart.title());
    drawLegend();
    drawGrid();
    drawXAxis();
    chart.series().forEach(this::drawSeries);
    return svg.append("</svg>\n").toString();
  }

  private void drawLegend() {
    for (int i = 0; i < chart.series().size(); i++) {
      Series series = chart.series().get(i);
      int row = i / LEGEND_COLUMNS;
      double x = 18 + (i % LEGEND_COLUMNS) * 226;
      double y = LEGEND_TOP + row * LEGEND_ROW;
      line(lineClass(series), x, y, x + 34, y);
      svg.append(SvgStyle.marker(series.style(), x + 17, y)).append('\n');
      text(x + 42, y + 4.5, "hw-name", "start", series.name());
    }
  }

  private void drawGrid() {
    for (double tick : yTicks) {
      double y = yScale.place(tick);
      line("hw-grid", LEFT, y, RIGHT, y);
      text(LEFT - 8, y + 4.5, "", "end", Numbers.plain(tick));
    }
    text(LEFT - 8, plotTop(chart) - 12, "", "start", chart.yLabel());
  }

  private void drawXAxis() {
    line("hw-axis", LEFT, BOTTOM, RIGHT, BOTTOM);
    for (double tick : xTicks) {
      double x = xScale.place(tick);
      line("hw-axis", x, BOTTOM, x, BOTTOM + 5);
      text(x, BOTTOM + 20, "", "middle", horizontal(tick));
    }
    text((LEFT + RIGHT) / 2, HEIGHT - 12, "", "middle", chart.xLabel());
  }

  private String horizontal(double value) {
    return chart.factors() ? Numbers.factor(value) : Numbers.plain(value);
  }

  private void drawSeries(Series series) {
    List<Point> shown =
        series.points().stream()
            .filter(this::drawable)
            .sorted(Comparator.comparingDouble(Point::x))
            .toList();
    if (shown.size() > 1) {
      svg.append("<polyline class=\"").append(lineClass(series)).append("\" points=\"");
      shown.forEach(
          p ->
              svg.append(num(x(series, p)))
                  .append(',')
                  .append(num(yScale.place(p.y().value())))
                  .append(' '));
      svg.append("\"/>\n");
    }
    shown.forEach(p -> drawWhisker(series, p));
    shown.forEach(p -> drawMarker(series, p));
  }

  private void drawWhisker(Series series, Point point) {
    if (!point.y().hasInterval()) {
      return;
    }
    double x = x(series, point);
    double low = yScale.place(point.y().low());
    double high = yScale.place(point.y().high());
    svg.append("<path class=\"hw-whisker ").append(colour(series)).append("\" d=\"M");
    svg.append(num(x - 6)).append(' ').append(num(low)).append("h12m-6 0V").append(num(high));
    svg.append("m-6 0h12\"/>\n");
  }

  /** Draws the marker, with its figure as the tooltip. */
  private void drawMarker(Series series, Point point) {
    String said = series.name() + " at " + horizontal(point.x()) + ": " + Intervals.text(point.y());
    svg.append("<g><title>").append(Xml.escape(said)).append("</title>");
    svg.append(SvgStyle.marker(series.style(), x(series, point), yScale.place(point.y().value())));
    svg.append("</g>\n");
  }

  private void line(String css, double x1, double y1, double x2, double y2) {
    svg.append("<line class=\"")
        .append(css)
        .append("\" x1=\"")
        .append(num(x1))
        .append("\" y1=\"")
        .append(num(y1));
    svg.append("\" x2=\"").append(num(x2)).append("\" y2=\"").append(num(y2)).append("\"/>\n");
  }

  private void text(double x, double y, String css, String anchor, String words) {
    svg.append("<text x=\"").append(num(x)).append("\" y=\"").append(num(y)).append('"');
    if (!css.isEmpty()) {
      svg.append(" class=\"").append(css).append('"');
    }
    svg.append(" text-anchor=\"")
        .append(anchor)
        .append("\">")
        .append(Xml.escape(words))
        .append("</text>\n");
  }

  /** Returns x with an offset for each style, so that equal figures do not hide one another. */
  private double x(Series series, Point point) {
    int style = Math.floorMod(series.style(), SvgStyle.STYLES);
    return xScale.place(point.x()) + (style - 0.5) * DODGE;
  }

  private boolean drawable(Point point) {
    return point.y().known() && (!chart.logY() || point.y().value() > 0);
  }

  private static String colour(Series series) {
    return "hw-s" + Math.floorMod(series.style(), SvgStyle.STYLES);
  }

  private static String lineClass(Series series) {
    return "hw-line " + colour(series) + (series.dashed() ? " hw-dash" : "");
  }

  private static double plotTop(Chart chart) {
    int rows = (chart.series().size() + LEGEND_COLUMNS - 1) / LEGEND_COLUMNS;
    return LEGEND_TOP + rows * LEGEND_ROW + 22;
  }

  private static Stream<Point> points(Chart chart) {
    return chart.series().stream().flatMap(s -> s.points().stream());
  }

  private static List<Double> yTicks(Chart chart) {
    if (!chart.logY()) {
      return Ticks.linear(extremes(chart).max().orElse(1), 5);
    }
    double[] positive = extremes(chart).filter(v -> v > 0).toArray();
    if (positive.length == 0) {
      return Ticks.decades(1, 10);
    }
    return Ticks.decades(
        DoubleStream.of(positive).min().orElseThrow(),
        DoubleStream.of(positive).max().orElseThrow());
  }

  private static DoubleStream extremes(Chart chart) {
    return Stream.<ToDoubleFunction<Estimate>>of(Estimate::low, Estimate::value, Estimate::high)
        .flatMapToDouble(end -> points(chart).map(Point::y).mapToDouble(end))
        .filter(Double::isFinite);
  }
}

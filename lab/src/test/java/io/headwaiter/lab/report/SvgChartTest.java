package io.headwaiter.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwaiter.lab.model.Estimate;
import io.headwaiter.lab.report.Chart.Point;
import io.headwaiter.lab.report.Chart.Series;
import java.io.StringReader;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class SvgChartTest {
  private static Document parse(String xml) throws Exception {
    return DocumentBuilderFactory.newDefaultInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(xml)));
  }

  private static Chart chart(String name, boolean log, Estimate... values) {
    Point[] points = new Point[values.length];
    for (int i = 0; i < values.length; i++) {
      points[i] = new Point(Math.pow(5, i), values[i]);
    }
    return new Chart(
        name, name, name, name, log, List.of(new Series(name, 0, false, List.of(points))));
  }

  @Test
  void standaloneChartHasOneMarkerPerKnownPoint() throws Exception {
    Estimate unknown = Estimate.UNKNOWN;
    Chart chart =
        new Chart(
            "Response time",
            "Response time of stock and headwaiter",
            "load",
            "milliseconds",
            /* logY= */ true,
            List.of(
                series("stock", Estimate.of(40), Estimate.of(900), unknown),
                series("headwaiter", Estimate.of(40), Estimate.of(60), Estimate.of(70))));
    Document svg = parse(SvgChart.standalone(chart));
    Element root = svg.getDocumentElement();
    assertThat(root.getAttribute("role")).isEqualTo("img");
    assertThat(root.getElementsByTagName("desc").item(0).getTextContent())
        .contains("stock", "headwaiter");
    assertThat(root.getElementsByTagName("g").getLength()).isEqualTo(5);
    assertThat(root.getElementsByTagName("polyline").getLength()).isEqualTo(2);
  }

  private static Series series(String name, Estimate... values) {
    Point[] points = new Point[values.length];
    for (int i = 0; i < values.length; i++) {
      points[i] = new Point(Math.pow(5, i), values[i]);
    }
    return new Series(name, 0, /* dashed= */ false, List.of(points));
  }

  @Test
  void onlyLoadFactorsAreMarkedAsSuch() {
    Chart chart = chart("c", /* log= */ false, Estimate.of(10), Estimate.of(20));
    assertThat(SvgChart.inline(chart)).contains("c at 5x: 20");
    assertThat(SvgChart.inline(chart.numbers())).contains("c at 5: 20");
  }

  @Test
  void labelsAreEscaped() throws Exception {
    String name = "<script>alert('&')</script>\u0000\"";
    String svg = SvgChart.standalone(chart(name, false, Estimate.of(3)));
    assertThat(svg).doesNotContain("<script");
    assertThat(parse(svg).getElementsByTagName("title").item(0).getTextContent())
        .isEqualTo("<script>alert('&')</script>\"");
  }

  @Test
  void higherValuesAreDrawnHigher() throws Exception {
    for (boolean log : new boolean[] {false, true}) {
      Document svg =
          parse(
              SvgChart.inline(chart("c", log, Estimate.of(10), Estimate.of(20), Estimate.of(40))));
      String[] points =
          ((Element) svg.getElementsByTagName("polyline").item(0))
              .getAttribute("points")
              .trim()
              .split(" ", -1);
      double[] heights =
          java.util.Arrays.stream(points)
              .mapToDouble(p -> Double.parseDouble(p.split(",", -1)[1]))
              .toArray();
      assertThat(heights[0]).isGreaterThan(heights[1]);
      assertThat(heights[1]).isGreaterThan(heights[2]);
      double lower = heights[0] - heights[1];
      double upper = heights[1] - heights[2];
      assertThat(upper / lower).isCloseTo(log ? 1 : 2, org.assertj.core.data.Offset.offset(0.02));
    }
  }

  @Test
  void drawsEmptyAndUnknownCharts() throws Exception {
    parse(SvgChart.inline(chart("nothing", true, Estimate.UNKNOWN, Estimate.UNKNOWN)));
    parse(SvgChart.inline(chart("nothing", false)));
    parse(SvgChart.inline(chart("zero", true, new Estimate(0, 0, 0))));
    assertThatThrownBy(() -> new Chart("t", "d", "x", "y", false, List.of()))
        .hasMessageContaining("at least one series");
  }

  @Property(tries = 200)
  void drawsAnyFiguresInsideFrame(
      @ForAll @Size(min = 1, max = 6) List<@DoubleRange(min = 0, max = 1e9) Double> values,
      @ForAll boolean log)
      throws Exception {
    Estimate[] estimates =
        values.stream().map(v -> new Estimate(v, v * 0.9, v * 1.3)).toArray(Estimate[]::new);
    String svg = SvgChart.inline(chart("c", log, estimates));
    assertThat(svg).doesNotContain("NaN", "Infinity");
    NodeList circles = parse(svg).getElementsByTagName("line");
    for (int i = 0; i < circles.getLength(); i++) {
      Element line = (Element) circles.item(i);
      assertThat(Double.parseDouble(line.getAttribute("y1"))).isBetween(0.0, 340.0);
      assertThat(Double.parseDouble(line.getAttribute("x2"))).isBetween(0.0, 480.0);
    }
  }
}

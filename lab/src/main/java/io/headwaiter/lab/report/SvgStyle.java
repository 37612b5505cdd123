package io.headwaiter.lab.report;

/**
 * Colours and markers of the charts. The hues are from the palette of Okabe and Ito, which people
 * with any of the common kinds of colour blindness can distinguish. Markers and dashes differ too,
 * so that no chart depends on colour alone.
 */
final class SvgStyle {
  /** The number of styles before they repeat. */
  static final int STYLES = 3;

  /** Rules for the classes that {@link SvgChart} writes, for light and dark mode. */
  static final String CSS =
      """
      .hw-chart{--hw-ink:#1f2933;--hw-soft:#5b6673;--hw-grid:#dfe3e8;--hw-paper:#ffffff;--hw-c0:#d55e00;--hw-c1:#0072b2;--hw-c2:#00795a}
      @media (prefers-color-scheme:dark){.hw-chart{--hw-ink:#e6e9ed;--hw-soft:#a3adb8;--hw-grid:#343c46;--hw-paper:#171b21;--hw-c0:#f0904a;--hw-c1:#56b4e9;--hw-c2:#3cc9a0}}
      .hw-chart text{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Liberation Sans",Arial,sans-serif;font-size:13px;fill:var(--hw-soft)}
      .hw-chart .hw-title{font-size:15px;font-weight:600;fill:var(--hw-ink)}
      .hw-chart .hw-name{fill:var(--hw-ink)}
      .hw-chart .hw-paper{fill:var(--hw-paper)}
      .hw-chart .hw-grid{stroke:var(--hw-grid);stroke-width:1}
      .hw-chart .hw-axis{stroke:var(--hw-soft);stroke-width:1}
      .hw-chart .hw-line{fill:none;stroke-width:2.5;stroke-linejoin:round;stroke-linecap:round}
      .hw-chart .hw-whisker{fill:none;stroke-width:1.5}
      .hw-chart .hw-dash{stroke-dasharray:2 6}
      .hw-chart .hw-s0{stroke:var(--hw-c0)}.hw-chart .hw-s1{stroke:var(--hw-c1)}.hw-chart .hw-s2{stroke:var(--hw-c2)}
      .hw-chart .hw-m0{fill:var(--hw-c0)}.hw-chart .hw-m1{fill:var(--hw-c1)}.hw-chart .hw-m2{fill:var(--hw-c2)}
      .hw-chart .hw-mark{stroke:var(--hw-paper);stroke-width:1.5}
      """;

  private SvgStyle() {}

  /** Returns the marker of a style around a point: square, circle, diamond. */
  static String marker(int style, double x, double y) {
    int index = Math.floorMod(style, STYLES);
    String common = " class=\"hw-mark hw-m" + index + "\"/>";
    return switch (index) {
      case 0 ->
          "<rect x=\""
              + num(x - 5)
              + "\" y=\""
              + num(y - 5)
              + "\" width=\"10\" height=\"10\""
              + common;
      case 1 -> "<circle cx=\"" + num(x) + "\" cy=\"" + num(y) + "\" r=\"5.5\"" + common;
      default -> "<path d=\"M" + num(x) + " " + num(y - 7) + "l7 7l-7 7l-7 -7z\"" + common;
    };
  }

  /** Returns a coordinate with at most one digit after the point. */
  static String num(double coordinate) {
    if (!Double.isFinite(coordinate)) {
      throw new IllegalArgumentException("a coordinate must be a finite number, got " + coordinate);
    }
    double rounded = Math.round(coordinate * 10) / 10.0;
    return rounded == Math.rint(rounded) ? Long.toString((long) rounded) : Double.toString(rounded);
  }
}

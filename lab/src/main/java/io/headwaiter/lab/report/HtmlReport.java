package io.headwaiter.lab.report;

import io.headwaiter.lab.model.Estimate;
import io.headwaiter.lab.model.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Writes one self-contained HTML page: inline style and SVG, no script, no external resource.
 * Readable on a phone and in dark mode. Pure: same data, same page.
 */
public final class HtmlReport {
  private final ReportData data;
  private final StringBuilder html = new StringBuilder(32_768);

  private HtmlReport(ReportData data) {
    this.data = data;
  }

  /** Returns the whole page. */
  public static String render(ReportData data) {
    return new HtmlReport(data).page();
  }

  private String page() {
    html.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n");
    html.append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n");
    html.append("<meta name=\"color-scheme\" content=\"light dark\"/>\n");
    element("title", data.title());
    html.append("<style>\n")
        .append(HtmlStyle.CSS)
        .append(SvgChart.css())
        .append("</style>\n</head>\n<body>\n<main>\n");
    html.append("<header>\n");
    element("p", "class=\"validity\"", data.validity().line());
    element("h1", data.title());
    element("p", data.summary());
    html.append("</header>\n");
    findings();
    charts();
    runs();
    checks();
    pairs("What the server learned about itself", data.learned());
    pairs("What was run", data.facts());
    howToRead();
    return html.append("</main>\n</body>\n</html>\n").toString();
  }

  private void findings() {
    html.append("<section>\n");
    element("h2", "What the figures say");
    html.append("<ul class=\"findings\">\n");
    Findings.inShort(data.runs()).ifPresent(f -> element("li", f));
    Findings.of(data.runs()).forEach(f -> element("li", f));
    html.append("</ul>\n</section>\n");
  }

  private void charts() {
    html.append("<section>\n");
    element("h2", "Against offered load");
    html.append("<div class=\"charts\">\n");
    List.of(
            RunCharts.completed(data.runs()),
            RunCharts.throughput(data.runs()),
            RunCharts.responseTime(data.runs()))
        .forEach(
            chart -> html.append("<figure>").append(SvgChart.inline(chart)).append("</figure>\n"));
    html.append("</div>\n");
    element(
        "p",
        "class=\"note\"",
        "Bars are 95 % intervals. Response times count answered pages only, from the "
            + "instant the customer wanted the page; a server that answers few may answer those quickly.");
    html.append("</section>\n");
  }

  private void runs() {
    html.append("<section>\n");
    element("h2", "All runs");
    List<List<String>> rows = new ArrayList<>(data.runs().stream().map(RunTable::cells).toList());
    if (data.reference() != null) {
      rows.add(RunTable.referenceCells(data.reference()));
    }
    table(RunTable.HEADINGS, rows);
    if (data.reference() != null) {
      element(
          "p",
          "class=\"note\"",
          "The reference run offers "
              + data.reference().server()
              + " just what it completed at its highest load, so that nothing has to be "
              + "turned away: what its response times are without overload.");
    }
    extras();
    html.append("</section>\n");
  }

  private void extras() {
    List<String> names =
        data.runs().stream().flatMap(r -> r.extra().keySet().stream()).distinct().toList();
    if (names.isEmpty()) {
      return;
    }
    html.append("<details><summary>More of each run</summary>\n");
    List<String> headings = new ArrayList<>(List.of("server", "load"));
    headings.addAll(names);
    List<List<String>> rows = data.runs().stream().map(run -> extraCells(run, names)).toList();
    table(headings, rows);
    html.append("</details>\n");
  }

  private static List<String> extraCells(RunFigures run, List<String> names) {
    List<String> cells = new ArrayList<>(List.of(run.server(), Numbers.factor(run.factor())));
    for (String name : names) {
      Object value = run.extra().get(name);
      cells.add(
          value instanceof Estimate e
              ? Numbers.withInterval(e)
              : value instanceof Number n
                  ? Numbers.plain(n.doubleValue())
                  : value == null ? Numbers.NOTHING : value.toString());
    }
    return cells;
  }

  private void checks() {
    if (data.checks().isEmpty()) {
      return;
    }
    html.append("<section>\n");
    element("h2", "Claims and whether they held");
    List<List<String>> rows =
        data.checks().stream()
            .map(
                c ->
                    List.of(
                        c.what(),
                        Numbers.withInterval(c.figure()) + " " + c.unit(),
                        (c.atLeast() ? "at least " : "at most ") + Numbers.plain(c.bound()),
                        marked(c.verdict())))
            .toList();
    table(List.of("claim", "measured", "wanted", "verdict"), rows);
    html.append("</section>\n");
  }

  private String marked(Verdict verdict) {
    return data.validity().valid() ? verdict.marked() : verdict.marked() + " (run not valid)";
  }

  private void pairs(String heading, Map<String, String> pairs) {
    if (pairs.isEmpty()) {
      return;
    }
    html.append("<section>\n");
    element("h2", heading);
    html.append("<dl>\n");
    pairs.forEach(
        (name, value) -> {
          element("dt", name);
          element("dd", value);
        });
    html.append("</dl>\n</section>\n");
  }

  private void howToRead() {
    html.append("<section>\n");
    element("h2", "How to read this");
    html.append("<ul>\n");
    HtmlStyle.HOW_TO_READ.forEach(line -> element("li", line));
    html.append("</ul>\n</section>\n");
  }

  private void table(List<String> headings, List<List<String>> rows) {
    html.append("<div class=\"scroll\"><table>\n<thead><tr>");
    headings.forEach(h -> element("th", "scope=\"col\"", h));
    html.append("</tr></thead>\n<tbody>\n");
    for (List<String> row : rows) {
      html.append("<tr>");
      row.forEach(cell -> element("td", cell));
      html.append("</tr>\n");
    }
    html.append("</tbody></table></div>\n");
  }

  private void element(String name, String text) {
    html.append('<')
        .append(name)
        .append('>')
        .append(Xml.escape(text))
        .append("</")
        .append(name)
        .append(">\n");
  }

  private void element(String name, String attributes, String text) {
    html.append('<').append(name).append(' ').append(attributes).append('>');
    html.append(Xml.escape(text)).append("</").append(name).append(">\n");
  }
}

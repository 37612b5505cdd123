package io.headwaiter.lab.report;

import io.headwaiter.lab.model.Check;
import io.headwaiter.load.text.Numbers;
import java.util.List;
import java.util.Map;

/**
 * Writes one self-contained HTML page about an experiment: claims, charts, then the tables as the
 * terminal shows them. No script, no external resource. Pure: same data, same page.
 */
public final class OutcomePage {
  private static final String CSS =
      """
      pre{margin:0;padding:12px 16px;font:13px/1.45 ui-monospace,"Liberation Mono",Menlo,monospace}
      .claims td:first-child{min-width:18rem}
      """;

  private final StringBuilder html = new StringBuilder(16_384);

  /**
   * One table with its heading.
   *
   * @param title heading; blank for none
   * @param text preformatted lines
   */
  public record Section(String title, String text) {}

  private OutcomePage() {}

  /**
   * Returns the whole page.
   *
   * @param title heading of the page
   * @param sections the tables, in order
   * @param charts drawn above the tables
   * @param checks the claims, which are shown with their verdicts
   * @param notes remarks for the reader
   * @param facts facts about the run, by name, in order
   */
  public static String render(
      String title,
      List<Section> sections,
      List<Chart> charts,
      List<Check> checks,
      List<String> notes,
      Map<String, String> facts) {
    OutcomePage page = new OutcomePage();
    page.head(title, charts.isEmpty() ? "" : SvgChart.css());
    page.claims(checks);
    page.charts(charts);
    sections.forEach(page::section);
    page.notes(notes);
    page.facts(facts);
    return page.html.append("</main>\n</body>\n</html>\n").toString();
  }

  private void head(String title, String more) {
    html.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n");
    html.append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n");
    html.append("<meta name=\"color-scheme\" content=\"light dark\"/>\n");
    element("title", title);
    html.append("<style>\n").append(HtmlStyle.CSS).append(CSS).append(more);
    html.append("</style>\n</head>\n<body>\n<main>\n");
    element("h1", title);
  }

  private void claims(List<Check> checks) {
    if (checks.isEmpty()) {
      return;
    }
    element("h2", "Claims and whether they held");
    html.append("<div class=\"scroll claims\"><table>\n<thead><tr>");
    List.of("claim", "measured", "wanted", "verdict").forEach(h -> element("th", h));
    html.append("</tr></thead>\n<tbody>\n");
    for (Check check : checks) {
      html.append("<tr>");
      element("td", check.what());
      element("td", Intervals.text(check.figure()) + " " + check.unit());
      element("td", (check.atLeast() ? "at least " : "at most ") + Numbers.plain(check.bound()));
      String but = check.reservation().isEmpty() ? "" : "; " + check.reservation();
      element("td", check.verdict().marked() + but);
      html.append("</tr>\n");
    }
    html.append("</tbody></table></div>\n");
    html.append(
        "<p class=\"note\">Figures in brackets are 95 % intervals, wider ones where rounds were"
            + " added.</p>\n");
  }

  private void charts(List<Chart> charts) {
    for (Chart chart : charts) {
      html.append("<figure>").append(SvgChart.inline(chart)).append("</figure>\n");
    }
  }

  private void section(Section section) {
    if (!section.title().isBlank()) {
      element("h2", section.title());
    }
    html.append("<div class=\"scroll\"><pre>").append(Xml.escape(section.text()));
    html.append("</pre></div>\n");
  }

  private void notes(List<String> notes) {
    if (notes.isEmpty()) {
      return;
    }
    element("h2", "Notes");
    html.append("<ul>\n");
    notes.forEach(note -> element("li", note));
    html.append("</ul>\n");
  }

  private void facts(Map<String, String> facts) {
    element("h2", "What was run");
    html.append("<dl>\n");
    facts.forEach(
        (name, value) -> {
          element("dt", name);
          element("dd", value);
        });
    html.append("</dl>\n");
  }

  private void element(String name, String text) {
    html.append('<').append(name).append('>').append(Xml.escape(text));
    html.append("</").append(name).append(">\n");
  }
}

package io.headwaiter.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.model.Estimate;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

class HtmlReportTest {
  private final String page = HtmlReport.render(Samples.report());

  private static Document parse(String html) throws Exception {
    return DocumentBuilderFactory.newDefaultInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(html.replace("<!DOCTYPE html>", ""))));
  }

  @Test
  void pageIsWellFormedAndFetchesNothing() throws Exception {
    Document document = parse(page);
    assertThat(document.getElementsByTagName("svg").getLength()).isEqualTo(3);
    assertThat(document.getElementsByTagName("script").getLength()).isZero();
    assertThat(document.getElementsByTagName("link").getLength()).isZero();
    assertThat(page.replace("http://www.w3.org/2000/svg", ""))
        .doesNotContain("http:", "https:", "url(", "@import");
    assertThat(page).doesNotContain("NaN").hasSizeLessThan(150_000);
  }

  @Test
  void everyRunAndReferenceHaveRow() throws Exception {
    Document document = parse(page);
    assertThat(document.getElementsByTagName("tbody").item(0).getChildNodes().getLength())
        .isGreaterThanOrEqualTo(7);
    assertThat(page).contains("57.1 [55.2, 59]", "reference");
  }

  @Test
  void checksShowTheirVerdict() {
    assertThat(page).contains("? undecided", "✗ fails", "at least 0.96", "at most 2");
  }

  @Test
  void validityComesBeforeEverythingElse() {
    assertThat(page).contains("<p class=\"validity\">valid</p>\n<h1>");
    ReportData sample = Samples.report();
    ReportData disturbed =
        new ReportData(
            new Validity(List.of("stock was not flat")),
            sample.title(),
            sample.summary(),
            sample.runs(),
            sample.reference(),
            List.of(Check.atLeast("x", "It is fast", new Estimate(3, 2, 4), "times", 1)),
            sample.facts(),
            sample.learned());
    assertThat(HtmlReport.render(disturbed))
        .contains("<p class=\"validity\">not valid, run again: stock was not flat</p>\n<h1>")
        .contains("✓ holds (run not valid)")
        .doesNotContain("✓ holds<");
  }

  @Test
  void factsAreEscaped() {
    assertThat(page).contains("&lt;p = 0.2&gt;").doesNotContain("<p = 0.2>");
  }

  @Test
  void writesSampleReport() throws IOException {
    Path folder = Files.createDirectories(Path.of("target", "samples"));
    Files.writeString(folder.resolve("report.html"), page);
    Files.writeString(
        folder.resolve("completed.svg"), SvgChart.standalone(RunCharts.completed(Samples.runs())));
    assertThat(folder.resolve("report.html")).isNotEmptyFile();
  }
}

package io.headwaiter.front.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.front.control.RequestFigures;
import io.headwaiter.front.control.WorkerSizer;
import io.headwaiter.front.pools.PoolFigures;
import io.headwaiter.telemetry.Column;
import io.headwaiter.telemetry.IntervalHistory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The tables of figures: their names, and the page of the documentation that is made of them. */
class ServerFiguresTest {
  private static final int COLUMNS_MAX = 120;
  private static final Pattern METRIC = Pattern.compile("`(headwaiter_[^`]*)`");
  private static final Pattern KEY = Pattern.compile("key `([a-zA-Z.0-9_]*)`");
  private static final String ALL =
      ServerFigures.TABLE.markdown("")
          + ConnectionStatus.TABLE.markdown("connections.")
          + TlsStatus.TABLE.markdown("tls.")
          + WorkerSizer.TABLE.markdown("")
          + RequestFigures.TABLE.markdown("")
          + PoolFigures.TABLE.markdown("");

  private static List<String> found(Pattern pattern) {
    return pattern.matcher(ALL).results().map(match -> match.group(1)).toList();
  }

  private static List<String> columns() {
    return ServerFigures.TABLE.columns().stream().map(Column::name).toList();
  }

  private static Path docs(String page) {
    Path root = Path.of("").toAbsolutePath();
    while (!Files.exists(root.resolve("docs/metrics.md"))) {
      root = root.getParent();
    }
    return root.resolve("docs").resolve(page);
  }

  @Test
  void metricsHaveDistinctNamesByConvention() {
    List<String> metrics = found(METRIC);
    assertThat(metrics).hasSizeGreaterThan(110).doesNotHaveDuplicates();
    assertThat(metrics)
        .allMatch(m -> m.matches("headwaiter_[a-z_]+(\\{[a-z]+=([a-z0-9_]+|\\.{3})})?"));
  }

  @Test
  void keysOfStatusAreDistinct() {
    assertThat(found(KEY)).hasSizeGreaterThan(85).doesNotHaveDuplicates();
  }

  @Test
  void columnsOfHistoryAreDistinctIdentifiers() {
    assertThat(columns()).hasSizeGreaterThan(80).doesNotHaveDuplicates();
    assertThat(columns()).allMatch(name -> name.matches("[a-z][A-Za-z0-9]*"));
    assertThat(columns())
        .contains(
            "processors",
            "promisedProcessors",
            "neededProcessors",
            "spareProcessors",
            "newVisitsPerSecondMax",
            "bottleneck",
            "confidence",
            "continuingPart",
            "admittedNew",
            "admittedShadow",
            "refusedVisitBudget");
  }

  @Test
  void documentationSaysHowMuchMemoryHistoryTakes() throws IOException {
    long bytes = IntervalHistory.bytesMax(columns().size());
    String size = String.format(Locale.ROOT, "%.1f MB", bytes / 1e6);
    assertThat(Files.readAllLines(docs("explain.md")))
        .as("the memory that the history takes, in docs/explain.md: " + size)
        .anyMatch(line -> line.contains(size));
    assertThat(bytes).as("little beside the heap of a shop").isLessThan(32_000_000);
  }

  /** docs/metrics.md holds the list; if this fails, put the missing lines there. */
  @Test
  void documentationHasEveryFigure() throws IOException {
    List<String> page = Files.readAllLines(docs("metrics.md"));
    assertThat(ALL.lines().filter(line -> !page.contains(line)))
        .as("lines that docs/metrics.md lacks")
        .isEmpty();
    List<String> tables =
        page.subList(page.indexOf("## Admission, work and capacity"), page.size());
    assertThat(tables.stream().filter(line -> line.startsWith("- ")))
        .as("figures in docs/metrics.md")
        .containsExactlyElementsOf(ALL.lines().filter(line -> line.startsWith("- ")).toList());
  }

  @Test
  void linesOfDocumentationFitPage() {
    assertThat(ALL.lines()).allMatch(line -> line.length() <= COLUMNS_MAX);
  }
}

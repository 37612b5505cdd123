package io.headwaiter.front.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The table of figures: its names, and the page of the documentation that is made of it. */
class ServerFiguresTest {
  private static final int COLUMNS_MAX = 120;
  private static final Pattern METRIC = Pattern.compile("`(headwaiter_[^`]*)`");
  private static final Pattern KEY = Pattern.compile("key `([a-zA-Z.0-9_]*)`");

  private static List<String> found(Pattern pattern) {
    return pattern
        .matcher(ServerFigures.TABLE.markdown())
        .results()
        .map(match -> match.group(1))
        .toList();
  }

  @Test
  void metricsHaveDistinctNamesByConvention() {
    List<String> metrics = found(METRIC);
    assertThat(metrics).hasSizeGreaterThan(90).doesNotHaveDuplicates();
    assertThat(metrics).allMatch(m -> m.matches("headwaiter_[a-z_]+(\\{[a-z]+=[a-z0-9_]+})?"));
  }

  @Test
  void keysOfStatusAreDistinct() {
    assertThat(found(KEY)).hasSizeGreaterThan(80).doesNotHaveDuplicates();
  }

  /** docs/metrics.md holds the list; if this fails, put the missing lines there. */
  @Test
  void documentationHasEveryFigure() throws IOException {
    Path root = Path.of("").toAbsolutePath();
    while (!Files.exists(root.resolve("docs/metrics.md"))) {
      root = root.getParent();
    }
    List<String> page = Files.readAllLines(root.resolve("docs/metrics.md"));
    assertThat(ServerFigures.TABLE.markdown().lines().filter(line -> !page.contains(line)))
        .as("lines that docs/metrics.md lacks")
        .isEmpty();
    assertThat(page.stream().filter(line -> line.startsWith("- ")))
        .as("figures in docs/metrics.md")
        .containsExactlyElementsOf(
            ServerFigures.TABLE.markdown().lines().filter(line -> line.startsWith("- ")).toList());
  }

  @Test
  void linesOfDocumentationFitPage() {
    assertThat(ServerFigures.TABLE.markdown().lines())
        .allMatch(line -> line.length() <= COLUMNS_MAX);
  }
}

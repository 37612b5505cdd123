package io.headwaiter.front;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.admission.RefusalReason;
import io.headwaiter.front.config.HeadwaiterOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The lists of options and of reasons in the docs match the enums, entry by entry. */
class DocumentationTest {
  private static final int COLUMNS_MAX = 120;
  private static final int PAGES_DEEP = 2;
  private static final List<String> PAGES =
      List.of(
          "../docs",
          "../README.md",
          "../ARCHITECTURE.md",
          "../CHANGELOG.md",
          "../CONTRIBUTING.md",
          "../results/README.md");

  @Test
  void docsListEveryOption() throws Exception {
    String docs = Files.readString(Path.of("..", "docs", "options.md"));
    String unwrapped = unwrapped(docs);
    assertThat(Arrays.stream(HeadwaiterOption.values()).map(DocumentationTest::entry))
        .as("entries that docs/options.md lacks")
        .filteredOn(entry -> !unwrapped.contains(entry))
        .isEmpty();
    long entries = docs.lines().filter(line -> line.startsWith("- **`")).count();
    assertThat(entries).isEqualTo(HeadwaiterOption.values().length);
  }

  @Test
  void docsListEveryRefusalReason() throws Exception {
    String docs = unwrapped(Files.readString(Path.of("..", "docs", "explain.md")));
    assertThat(Arrays.stream(RefusalReason.values()).map(DocumentationTest::entry))
        .as("entries that docs/explain.md lacks")
        .filteredOn(entry -> !docs.contains(entry))
        .isEmpty();
  }

  @Test
  void linesOfDocsHave120ColumnsAtMost() throws Exception {
    for (String folder : PAGES) {
      try (Stream<Path> pages =
          Files.find(Path.of(folder), PAGES_DEEP, DocumentationTest::isPage)) {
        for (Path page : pages.toList()) {
          assertThat(Files.readAllLines(page))
              .as(page.toString())
              .allMatch(line -> line.length() <= COLUMNS_MAX);
        }
      }
    }
  }

  private static boolean isPage(Path file, BasicFileAttributes attributes) {
    return file.toString().endsWith(".md");
  }

  /** Returns the text with each paragraph and list entry on one line. */
  private static String unwrapped(String text) {
    return text.replaceAll("\n +", " ");
  }

  private static String entry(RefusalReason reason) {
    return "- **`" + reason.label() + "`**: " + reason.sentence();
  }

  private static String entry(HeadwaiterOption option) {
    return "- **`%s`** or `%s`; %s; default %s: %s\n"
        .formatted(
            option.optionName(),
            option.flag(),
            option.allowed(),
            option.defaultValue().isEmpty() ? "none" : option.defaultValue(),
            option.meaning());
  }
}

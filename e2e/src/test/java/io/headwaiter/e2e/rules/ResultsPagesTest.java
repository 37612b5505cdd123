package io.headwaiter.e2e.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.lab.record.RecordPages;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The pages of the stored runs are those that follow from the runs. */
@Tag("once")
class ResultsPagesTest {
  private static final Path RESULTS = Path.of("..", "results");
  private static final int LINES_MAX = 150;

  @Test
  void pagesAreNotStale() throws Exception {
    assertThat(new RecordPages(RESULTS, Path.of("..", "docs")).stale())
        .as("written again by: ./headwaiter results")
        .isEmpty();
  }

  @Test
  void listIsShort() throws Exception {
    assertThat(Files.readAllLines(RESULTS.resolve("README.md"))).hasSizeLessThan(LINES_MAX);
  }
}

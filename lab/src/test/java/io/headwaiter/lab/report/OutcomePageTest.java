package io.headwaiter.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.model.Estimate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OutcomePageTest {
  private static String page() {
    return OutcomePage.render(
        "A title",
        List.of(new OutcomePage.Section("engines", "a < b\nc")),
        List.of(),
        List.of(
            Check.atLeast("x", "It is fast", new Estimate(2, 1.9, 2.1), "times", 2.05),
            Check.atMost("y", "It is small", new Estimate(2, 1.9, 2.1), "MB", 3)),
        List.of("a note"),
        Map.of("machine", "2 cores"));
  }

  @Test
  void pageShowsAllParts() {
    assertThat(page())
        .contains("<h1>A title</h1>", "<h2>engines</h2>", "<pre>a &lt; b\nc</pre>")
        .contains("2 [1.9, 2.1] times", "at least 2.05", "? undecided")
        .contains("at most 3", "✓ holds", "<li>a note</li>", "<dd>2 cores</dd>");
  }

  @Test
  void pageFetchesAndRunsNothing() {
    assertThat(page()).doesNotContain("http", "<script", "src=", "@import", "url(");
  }
}

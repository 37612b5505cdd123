package io.headwaiter.lab.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordPagesTest {
  @TempDir private Path results;
  @TempDir private Path docs;

  private void run(String name, String commit, double figure) throws IOException {
    Files.createDirectories(results.resolve(name));
    Files.writeString(
        results.resolve(name).resolve("summary.json"),
        """
        {"experiment": "x", "command": "./headwaiter experiment x", "commit": "%s",
         "date": "2026-11-25T10:00:00Z", "machine": "2 cores (A, B)",
         "checks": [
           {"id": "fast", "what": "It is | fast", "figure": %s, "figureInterval": [0.9, 1.25],
            "unit": "of stock's", "atLeast": 1.0, "verdict": "undecided", "holds": false},
           {"id": "small", "what": "It is small", "figure": 3, "figureInterval": null,
            "unit": "MB", "atMost": 10, "holds": true}]}
        """
            .formatted(commit, figure));
  }

  private void list(String... lines) throws IOException {
    Files.writeString(results.resolve("runs.csv"), String.join("\n", lines) + "\n");
  }

  private String text(String page) throws IOException {
    return Files.readString(results.resolve(page));
  }

  @Test
  void pagesFollowFromRuns() throws IOException {
    run("one", "abc123, changed", 1.0512);
    Files.createDirectories(results.resolve("two"));
    list(
        "# folder,commit,date,what",
        "one,,,What is measured, in words",
        "two,f00,2026-01-02,A text");
    RecordPages pages = new RecordPages(results, docs);
    assertThat(pages.stale())
        .containsExactly(
            results.resolve("README.md"),
            results.resolve("claims.md"),
            results.resolve("history.csv"),
            docs.resolve("claims.md"));
    pages.write();
    assertThat(pages.stale()).isEmpty();
    assertThat(text("README.md"))
        .contains(
            "- [one](one) (abc123 with changes, 2026-11-25): What is measured, in words. Claims:")
        .contains("1 undecided, 1 holds by its mean.\n")
        .contains("- [two](two) (f00, 2026-01-02): A text. Claims: none.\n");
    assertThat(text("claims.md"))
        .contains("`fast` It is \\| fast | 1.05 [0.9, 1.25] of stock's | at least 1 | undecided |")
        .contains("`small` It is small | 3 MB | at most 10 | holds by its mean |");
    assertThat(text("history.csv"))
        .contains(
            "2026-11-25,abc123 with changes,one,fast,1.05,0.9,1.25,of stock's,at least 1,undecided,"
                + "\"2 cores (A, B)\"\n");
  }

  @Test
  void historyKeepsReplacedRuns() throws IOException {
    run("one", "aaa", 1);
    list("one,,,Text");
    RecordPages pages = new RecordPages(results, docs);
    pages.write();
    run("one", "bbb", 2);
    assertThat(pages.stale())
        .contains(results.resolve("README.md"), results.resolve("history.csv"));
    pages.write();
    assertThat(text("history.csv").lines()).hasSize(5);
    assertThat(text("history.csv")).contains(",aaa,one,fast,1,", ",bbb,one,fast,2,");
    assertThat(text("claims.md")).doesNotContain("aaa");
  }

  @Test
  void linksNotes() throws IOException {
    run("one", "aaa", 1);
    Files.writeString(results.resolve("one/README.md"), "# One\n");
    list("one,,,Text");
    new RecordPages(results, docs).write();
    assertThat(text("README.md")).contains("[one](one/README.md)");
  }

  @Test
  void explainsWrongLists() throws IOException {
    list("one");
    assertThatThrownBy(() -> new RecordPages(results, docs).write())
        .hasMessageContainingAll("\"one\" is no run", "folder, commit, date");
    list("gone,,,Text");
    assertThatThrownBy(() -> new RecordPages(results, docs).write()).hasMessageContaining("gone");
  }
}

package io.headwaiter.lab.record;

import io.headwaiter.load.results.RunLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The pages of a folder of stored runs: {@code README.md} lists the runs, {@code claims.md} has
 * every claim of theirs, and {@code history.csv} keeps what runs said that are not stored any more.
 * {@code claims.md} of the documentation has the papers' claims with the verdicts of the runs. They
 * follow from {@code runs.csv}, which is written by hand, and from the runs.
 */
public final class RecordPages {
  private static final String LIST = "runs.csv";
  private static final String README = "README.md";
  private static final String CLAIMS = "claims.md";
  private static final String HISTORY = "history.csv";

  private final Path results;
  private final Path docs;

  /**
   * Prepares.
   *
   * @param results the folder of the runs
   * @param docs the folder of the documentation, which gets the papers' claims
   */
  public RecordPages(Path results, Path docs) {
    this.results = results;
    this.docs = docs;
  }

  /**
   * Writes the pages.
   *
   * @throws IOException if a run cannot be read or a page cannot be written
   */
  public void write() throws IOException {
    for (Map.Entry<Path, String> page : pages().entrySet()) {
      RunLog.writeWhole(page.getValue(), page.getKey());
    }
  }

  /**
   * Returns the pages that are not as they would be written now.
   *
   * @throws IOException if a run cannot be read
   */
  public List<Path> stale() throws IOException {
    List<Path> stale = new ArrayList<>();
    for (Map.Entry<Path, String> page : pages().entrySet()) {
      if (!page.getValue().equals(textOf(page.getKey()))) {
        stale.add(page.getKey());
      }
    }
    return stale;
  }

  private static String textOf(Path page) throws IOException {
    return Files.exists(page) ? Files.readString(page) : "";
  }

  private Map<Path, String> pages() throws IOException {
    List<StoredRun> runs = new ArrayList<>();
    for (String entry : Files.readAllLines(results.resolve(LIST))) {
      if (!entry.isBlank() && !entry.startsWith("#")) {
        runs.add(StoredRun.read(results, entry));
      }
    }
    Path history = results.resolve(HISTORY);
    Map<Path, String> pages = new LinkedHashMap<>();
    pages.put(results.resolve(README), ListPage.of(runs));
    pages.put(results.resolve(CLAIMS), ClaimsPage.of(runs));
    pages.put(history, History.of(textOf(history), runs));
    pages.put(docs.resolve(CLAIMS), PublishedPage.of(runs));
    return pages;
  }
}

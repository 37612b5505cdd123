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
 * They follow from {@code runs.csv}, which is written by hand, and from the runs.
 */
public final class RecordPages {
  private static final String LIST = "runs.csv";
  private static final String README = "README.md";
  private static final String CLAIMS = "claims.md";
  private static final String HISTORY = "history.csv";

  private final Path results;

  /**
   * Prepares.
   *
   * @param results the folder of the runs
   */
  public RecordPages(Path results) {
    this.results = results;
  }

  /**
   * Writes the pages.
   *
   * @throws IOException if a run cannot be read or a page cannot be written
   */
  public void write() throws IOException {
    for (Map.Entry<String, String> page : pages().entrySet()) {
      RunLog.writeWhole(page.getValue(), results.resolve(page.getKey()));
    }
  }

  /**
   * Returns the names of pages that are not as they would be written now.
   *
   * @throws IOException if a run cannot be read
   */
  public List<String> stale() throws IOException {
    List<String> stale = new ArrayList<>();
    for (Map.Entry<String, String> page : pages().entrySet()) {
      if (!page.getValue().equals(textOf(page.getKey()))) {
        stale.add(page.getKey());
      }
    }
    return stale;
  }

  private String textOf(String page) throws IOException {
    Path file = results.resolve(page);
    return Files.exists(file) ? Files.readString(file) : "";
  }

  private Map<String, String> pages() throws IOException {
    List<StoredRun> runs = new ArrayList<>();
    for (String entry : Files.readAllLines(results.resolve(LIST))) {
      if (!entry.isBlank() && !entry.startsWith("#")) {
        runs.add(StoredRun.read(results, entry));
      }
    }
    Map<String, String> pages = new LinkedHashMap<>();
    pages.put(README, ListPage.of(runs));
    pages.put(CLAIMS, ClaimsPage.of(runs));
    pages.put(HISTORY, History.of(textOf(HISTORY), runs));
    return pages;
  }
}

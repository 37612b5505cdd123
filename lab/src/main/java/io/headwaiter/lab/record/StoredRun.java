package io.headwaiter.lab.record;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A stored run.
 *
 * @param name its folder
 * @param what it measures
 * @param commit of the program that was measured; blank if nobody wrote it down
 * @param date on which it ran, or was stored
 * @param command that repeats it; blank if there is none
 * @param machine on which it ran; blank if nobody wrote it down
 * @param claims in the order of the run; none of a run without a summary
 * @param notes whether its folder has notes for readers
 */
record StoredRun(
    String name,
    String what,
    String commit,
    String date,
    String command,
    String machine,
    List<StoredClaim> claims,
    boolean notes) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * Reads a run.
   *
   * @param entry its line of the list: folder, commit, date, what it measures; commit and date are
   *     blank where the summary has them
   * @throws IOException if the line is not of this form, or the folder cannot be read
   */
  static StoredRun read(Path results, String entry) throws IOException {
    String[] fields = entry.split(",", 4);
    if (fields.length < 4) {
      throw new IOException(
          "\""
              + entry
              + "\" is no run; write its folder, commit, date and what it measures,"
              + " separated by commas.");
    }
    Path folder = results.resolve(fields[0]);
    if (!Files.isDirectory(folder)) {
      throw new IOException("There is no folder " + folder + ", which the list of runs names.");
    }
    Path file = folder.resolve("summary.json");
    JsonNode summary = Files.exists(file) ? JSON.readTree(file.toFile()) : JSON.createObjectNode();
    List<StoredClaim> claims = new ArrayList<>();
    summary.path("checks").forEach(check -> claims.add(StoredClaim.of(check)));
    String date = text(summary, "date", fields[2]);
    return new StoredRun(
        fields[0],
        fields[3],
        text(summary, "commit", fields[1]).replace(", changed", " with changes"),
        date.substring(0, Math.min(10, date.length())),
        text(summary, "command", ""),
        text(summary, "machine", ""),
        List.copyOf(claims),
        Files.exists(folder.resolve("README.md")));
  }

  private static String text(JsonNode summary, String name, String otherwise) {
    JsonNode node = summary.path(name);
    return node.isTextual() ? node.asText() : otherwise;
  }

  /** Returns how many claims have each verdict: {@code 3 hold, 2 undecided}. */
  String verdicts() {
    Map<String, Integer> counts = new TreeMap<>(Comparator.reverseOrder());
    claims.forEach(claim -> counts.merge(claim.verdict(), 1, Integer::sum));
    List<String> words = new ArrayList<>();
    counts.forEach((verdict, count) -> words.add(words(count, verdict)));
    return words.isEmpty() ? "none" : String.join(", ", words);
  }

  private static String words(int count, String verdict) {
    return count == 1
        ? "1 " + verdict
        : count
            + " "
            + verdict
                .replace("holds", "hold")
                .replace("fails", "fail")
                .replace("its mean", "their means");
  }
}

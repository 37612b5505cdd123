package io.headwaiter.lab.record;

import io.headwaiter.lab.model.Expectation;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A claim of one of the papers, and what decides it.
 *
 * @param id short name
 * @param paper author and year
 * @param where figure, table or section
 * @param claim in words
 * @param published the figure as it was published
 * @param expected what our figure is compared with
 * @param seen how we look at it: measured, shared cores, quota or simulated
 * @param run folder of the stored run that decides it; empty if there is none
 * @param check of that run
 */
record PublishedClaim(
    String id,
    String paper,
    String where,
    String claim,
    String published,
    Expectation expected,
    String seen,
    String run,
    String check) {
  private static final String TABLE = "published-claims.txt";
  private static final String NONE = "-";
  private static final int CELLS = 8;
  private static final List<String> SEEN =
      List.of("measured", "shared cores", "quota", "simulated");

  /** Returns all claims, in the order of the table. */
  static List<PublishedClaim> all() throws IOException {
    try (InputStream in = PublishedClaim.class.getResourceAsStream(TABLE);
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      List<PublishedClaim> claims = new ArrayList<>();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (!line.isBlank() && !line.startsWith("#")) {
          claims.add(of(line));
        }
      }
      return claims;
    }
  }

  /**
   * Reads a line of the table.
   *
   * @throws IllegalArgumentException with a sentence, if it has another form
   */
  static PublishedClaim of(String line) {
    String[] cells = Arrays.stream(line.split("\\|", -1)).map(String::strip).toArray(String[]::new);
    if (cells.length != CELLS || !SEEN.contains(cells[6])) {
      throw new IllegalArgumentException(
          "\""
              + line
              + "\" is no published claim; it needs eight cells, the seventh one of "
              + SEEN);
    }
    String[] decidedBy = cells[7].equals(NONE) ? new String[] {"", ""} : cells[7].split("/", -1);
    if (decidedBy.length != 2) {
      throw new IllegalArgumentException(
          "\"" + cells[7] + "\" names no check of a run; write run/check, or - for none.");
    }
    return new PublishedClaim(
        cells[0],
        cells[1],
        cells[2],
        cells[3],
        cells[4],
        Expectation.parse(cells[5]),
        cells[6],
        decidedBy[0],
        decidedBy[1]);
  }
}

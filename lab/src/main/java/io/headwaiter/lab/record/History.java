package io.headwaiter.lab.record;

import io.headwaiter.load.text.Numbers;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All figures that claims ever had: one line for a claim of a run, the oldest first. A run of the
 * same commit and day under the same name replaces the one before.
 */
final class History {
  private static final String HEADING =
      "date,commit,run,claim,figure,low,high,unit,bound,verdict,machine";
  private static final int KEY_FIELDS = 4;

  private History() {}

  /** Returns the history with what these runs say; lines of other runs are kept as they are. */
  static String of(String before, List<StoredRun> runs) {
    Map<String, String> lines = new LinkedHashMap<>();
    before
        .lines()
        .skip(1)
        .filter(line -> !line.isBlank())
        .forEach(line -> lines.put(key(line), line));
    for (StoredRun run : runs) {
      for (StoredClaim claim : run.claims()) {
        String line = line(run, claim);
        lines.put(key(line), line);
      }
    }
    return HEADING + "\n" + String.join("\n", lines.values()) + "\n";
  }

  /** Returns date, commit, run and claim. */
  private static String key(String line) {
    int end = -1;
    for (int i = 0; i < KEY_FIELDS; i++) {
      end = line.indexOf(',', end + 1);
      if (end < 0) {
        return line;
      }
    }
    return line.substring(0, end);
  }

  private static String line(StoredRun run, StoredClaim claim) {
    return String.join(
        ",",
        run.date(),
        run.commit(),
        run.name(),
        claim.id(),
        number(claim.figure()),
        number(claim.low()),
        number(claim.high()),
        quoted(claim.unit()),
        (claim.atLeast() ? "at least " : "at most ") + number(claim.bound()),
        claim.verdict(),
        quoted(run.machine()));
  }

  private static String number(double value) {
    return Double.isNaN(value) ? "" : Numbers.plain(value);
  }

  private static String quoted(String text) {
    return text.matches("[^,\"\\n]*") ? text : '"' + text.replace("\"", "\"\"") + '"';
  }
}

package io.headwaiter.lab.experiment;

import io.headwaiter.lab.search.GridSearch;
import io.headwaiter.lab.search.Knob;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a search for the best setting found.
 *
 * @param setting the best setting in words; blank when there is nothing to set
 * @param trials how many were run
 * @param note what the reader has to know; blank for nothing
 */
record Tuned(String setting, int trials, String note) {
  /** There is nothing to set. */
  static final Tuned NOTHING = new Tuned("", 0, "");

  /** Puts a setting in force. */
  @FunctionalInterface
  interface Setter {
    void set(Map<String, Double> values) throws IOException, InterruptedException;
  }

  /** Searches to its end and leaves the best in force. */
  static Tuned search(GridSearch search, Setter setter, Rival.Score score)
      throws IOException, InterruptedException {
    for (Optional<Map<String, Double>> next = search.next();
        next.isPresent();
        next = search.next()) {
      setter.set(next.get());
      search.tell(next.get(), score.completedPerSecond());
    }
    Map<String, Double> best = search.best().setting();
    setter.set(best);
    String note = search.settled() ? "" : "the search ended by its bound of trials";
    if (!search.atTheEdge().isEmpty()) {
      note += (note.isEmpty() ? "" : "; ") + "at the edge of what was tried: " + search.atTheEdge();
    }
    return new Tuned(words(best), search.trials().size(), note);
  }

  /** A setting as people write it. */
  static String words(Map<String, Double> setting) {
    return setting.entrySet().stream()
        .map(one -> one.getKey() + " " + number(one.getValue()))
        .collect(Collectors.joining(", "));
  }

  private static String number(double value) {
    if (value == Knob.NONE) {
      return "none";
    }
    return value == Math.rint(value)
        ? Long.toString(Math.round(value))
        : String.format(Locale.ROOT, "%.2f", value);
  }
}

package io.headwaiter.lab.model;

import io.headwaiter.load.search.Knob;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What happens before the first round, as observations like all others: servers are warmed up, and
 * searched are 1x and the best setting of each server that has something to set, for each load.
 */
public final class Preparation {
  /** Visits per second of 1x. */
  public static final String ONE_X = "oneXPerSecond";

  /** The least that was served in a run at the rate where most is served. */
  public static final String ONE_X_LOW = "oneXPerSecondLow";

  /** The most. */
  public static final String ONE_X_HIGH = "oneXPerSecondHigh";

  private static final String TRIALS = "trials";
  private static final String BEST = "best";
  private static final String UNSETTLED = "unsettled";
  private static final String EDGE = "edge ";
  private static final String SETTING = "setting ";
  private static final String UNSTEADY = "unsteady";
  private static final String UNPINNED = "unpinned";
  private static final String ONE_X_SEARCH = "search for 1x";
  private static final String WARM_UP = "warm-up";

  private Preparation() {}

  /** Returns the cell in which 1x is looked for on a server. */
  public static Cell oneX(String server) {
    return Cell.preparation(server, ONE_X_SEARCH);
  }

  /** Returns whether a cell is one in which 1x is looked for. */
  public static boolean isOneX(Cell cell) {
    return cell.comesBeforeRounds() && cell.load().equals(ONE_X_SEARCH);
  }

  /** Returns the cell in which a server is warmed up. */
  public static Cell warmUp(String server) {
    return Cell.preparation(server, WARM_UP);
  }

  /** Returns whether a cell is one in which a server is warmed up. */
  public static boolean isWarmUp(Cell cell) {
    return cell.comesBeforeRounds() && cell.load().equals(WARM_UP);
  }

  /**
   * Returns how a warm-up ended.
   *
   * @param steady whether the CPU time of a page was steady
   * @param pinned whether servers and load have processors of their own
   */
  public static SortedMap<String, Double> warmedUp(boolean steady, boolean pinned) {
    SortedMap<String, Double> values = new TreeMap<>();
    values.put(UNSTEADY, steady ? 0.0 : 1.0);
    values.put(UNPINNED, pinned ? 0.0 : 1.0);
    return values;
  }

  /** Returns whether figures of these servers under these loads depend on a preparation. */
  static boolean concerns(Cell preparation, Set<Quantity.Series> needs) {
    return isOneX(preparation)
        || needs.contains(new Quantity.Series(preparation.server(), preparation.load()))
        || (isWarmUp(preparation)
            && needs.stream().anyMatch(need -> need.server().equals(preparation.server())));
  }

  /**
   * Returns how a search ended.
   *
   * @param trials how many were run
   * @param best score of the best setting
   * @param settled whether it ended by itself, and not by the bound of trials
   * @param atTheEdge names of the knobs whose ladder ends at the best setting
   */
  public static SortedMap<String, Double> ended(
      int trials, double best, boolean settled, List<String> atTheEdge) {
    SortedMap<String, Double> values = new TreeMap<>();
    values.put(TRIALS, (double) trials);
    values.put(BEST, best);
    values.put(UNSETTLED, settled ? 0.0 : 1.0);
    atTheEdge.forEach(knob -> values.put(EDGE + knob, 1.0));
    return values;
  }

  /** Returns a setting as values; a knob without a limit has none. */
  public static SortedMap<String, Double> setting(Map<String, Double> setting) {
    SortedMap<String, Double> values = new TreeMap<>();
    setting.forEach(
        (knob, value) -> {
          if (value != Knob.NONE) {
            values.put(SETTING + knob, value);
          }
        });
    return values;
  }

  /** Returns the setting that was found, with {@link Knob#NONE} where there is no limit. */
  public static Map<String, Double> setting(Tuning tuning, Observation found) {
    Map<String, Double> setting = new LinkedHashMap<>();
    for (KnobSpec knob : tuning.knobs()) {
      setting.put(knob.name(), found.values().getOrDefault(SETTING + knob.name(), Knob.NONE));
    }
    return setting;
  }

  /** Returns why a preparation cannot be relied on, in words; empty if it can. */
  static Optional<String> reservation(Observation found) {
    if (found.value(UNPINNED) > 0) {
      return Optional.of("servers and load were not pinned to processors of their own");
    }
    if (found.value(UNSTEADY) > 0) {
      return Optional.of(found.cell().server() + " was not warm when it was measured");
    }
    List<String> edges =
        found.values().keySet().stream()
            .filter(name -> name.startsWith(EDGE))
            .map(name -> name.substring(EDGE.length()))
            .toList();
    List<String> reasons = new ArrayList<>();
    if (found.value(UNSETTLED) > 0) {
      reasons.add("by its bound of %.0f trials".formatted(found.value(TRIALS)));
    }
    if (!edges.isEmpty()) {
      reasons.add("at the edge of what was tried of " + String.join(", ", edges));
    }
    return reasons.isEmpty()
        ? Optional.empty()
        : Optional.of(what(found.cell()) + " ended " + String.join(" and ", reasons));
  }

  private static String what(Cell cell) {
    return isOneX(cell)
        ? "the search for 1x"
        : "the search for the setting of " + cell.server() + " under " + cell.load();
  }

  /** Returns what was found, in words. */
  public static String words(Observation found) {
    if (isOneX(found.cell())) {
      return String.format(
          Locale.ROOT,
          "1x is %.1f [%.1f, %.1f] visits per second: what %s serves at most, and the least and"
              + " most of the runs at the rate where it does; found in %.0f trials.",
          found.value(ONE_X),
          found.value(ONE_X_LOW),
          found.value(ONE_X_HIGH),
          found.cell().server(),
          found.value(TRIALS));
    }
    String setting =
        found.values().entrySet().stream()
            .filter(one -> one.getKey().startsWith(SETTING))
            .map(one -> one.getKey().substring(SETTING.length()) + " " + number(one.getValue()))
            .collect(Collectors.joining(", "));
    return String.format(
        Locale.ROOT,
        "%s under %s: %s; found in %.0f trials.",
        found.cell().server(),
        found.cell().load(),
        setting.isEmpty() ? "no limits" : setting,
        found.value(TRIALS));
  }

  private static String number(double value) {
    return value == Math.rint(value)
        ? Long.toString(Math.round(value))
        : String.format(Locale.ROOT, "%.2f", value);
  }
}

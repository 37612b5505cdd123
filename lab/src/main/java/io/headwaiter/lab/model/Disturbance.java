package io.headwaiter.lab.model;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What happens to the shop while a load runs.
 *
 * @param settings by their names on the control port, in force during the run, and 0 after it
 * @param restart whether the server ends a quarter into the window and starts again on its port,
 *     with other ticket keys and an empty cache
 */
public record Disturbance(SortedMap<String, Integer> settings, boolean restart) {
  /** Nothing happens. */
  public static final Disturbance NONE = new Disturbance(Collections.emptySortedMap(), false);

  /** The server starts again. */
  public static final Disturbance RESTART = new Disturbance(Collections.emptySortedMap(), true);

  /** Copies the settings. */
  public Disturbance {
    settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
  }

  /** Returns a setting that is in force during the run. */
  public static Disturbance setting(String name, int value) {
    return new Disturbance(new TreeMap<>(Map.of(name, value)), false);
  }
}

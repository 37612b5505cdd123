package io.headwaiter.lab.model;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What happens to the shop before or while a load runs.
 *
 * @param settings by their names on the control port, in force during the run, and 0 after it
 * @param restart whether and when the server ends and starts again on its port, with other ticket
 *     keys, an empty cache and nothing compiled
 */
public record Disturbance(SortedMap<String, Integer> settings, Restart restart) {
  /** When a server starts again. */
  public enum Restart {
    NEVER,
    /** The load meets a cold server. */
    BEFORE,
    /** A quarter into the window. */
    MEANWHILE
  }

  /** Nothing happens. */
  public static final Disturbance NONE =
      new Disturbance(Collections.emptySortedMap(), Restart.NEVER);

  /** The server starts again while the load runs. */
  public static final Disturbance RESTART =
      new Disturbance(Collections.emptySortedMap(), Restart.MEANWHILE);

  /** The server starts again just before the load. */
  public static final Disturbance COLD =
      new Disturbance(Collections.emptySortedMap(), Restart.BEFORE);

  /** Copies the settings. */
  public Disturbance {
    settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
  }

  /** Returns a setting that is in force during the run. */
  public static Disturbance setting(String name, int value) {
    return new Disturbance(new TreeMap<>(Map.of(name, value)), Restart.NEVER);
  }
}

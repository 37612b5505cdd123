package io.headwaiter.lab.model;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What happens to the shop or its server before or while a load runs.
 *
 * @param settings by their names on the control port, in force during the run, and 0 after it
 * @param restart whether and when the server ends and starts again on its port, with other ticket
 *     keys, an empty cache and nothing compiled
 * @param quotaBefore part of its processor that the server may use before the window; its own quota
 *     comes into force when the window begins. 0 for its own all the time
 * @param watch what people look at its server with
 */
public record Disturbance(
    SortedMap<String, Integer> settings, Restart restart, double quotaBefore, Watch watch) {
  /** When a server starts again. */
  public enum Restart {
    NEVER,
    /** The load meets a cold server. */
    BEFORE,
    /** A quarter into the window. */
    MEANWHILE,
    /** One of those behind a balancer is killed a quarter into the window. */
    KILLED_NODE
  }

  /** What people look at a server with. */
  public enum Watch {
    NONE,
    /** Dashboards, and a reader of {@code /metrics} each second. */
    DASHBOARDS,
    /** The same, and a recording of what connections and workers do. */
    TRACE,
    /** A sampling profiler. */
    PROFILE
  }

  /** Nothing happens. */
  public static final Disturbance NONE =
      new Disturbance(Collections.emptySortedMap(), Restart.NEVER);

  /** The server starts again while the load runs. */
  public static final Disturbance RESTART =
      new Disturbance(Collections.emptySortedMap(), Restart.MEANWHILE);

  /** One of the servers behind a balancer is killed, and starts again after the run. */
  public static final Disturbance KILLED_NODE =
      new Disturbance(Collections.emptySortedMap(), Restart.KILLED_NODE);

  /** The server starts again just before the load. */
  public static final Disturbance COLD =
      new Disturbance(Collections.emptySortedMap(), Restart.BEFORE);

  /** No other quota comes before, and nobody watches. */
  public Disturbance(SortedMap<String, Integer> settings, Restart restart) {
    this(settings, restart, /* quotaBefore= */ 0, Watch.NONE);
  }

  /** Copies the settings. */
  public Disturbance {
    settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
  }

  /** Returns a setting that is in force during the run. */
  public static Disturbance setting(String name, int value) {
    return new Disturbance(new TreeMap<>(Map.of(name, value)), Restart.NEVER);
  }

  /** Returns the change from a quota to the server's own, when the window begins. */
  public static Disturbance fromQuota(double part) {
    return new Disturbance(Collections.emptySortedMap(), Restart.NEVER, part, Watch.NONE);
  }

  /** Returns that people watch the server while the load runs. */
  public static Disturbance watchedBy(Watch watch) {
    return new Disturbance(Collections.emptySortedMap(), Restart.NEVER, 0, watch);
  }

  /** Returns all of it; stored observations are recognised by this text, so it must not change. */
  @Override
  public String toString() {
    String before = quotaBefore == 0 ? "" : ", quotaBefore=" + quotaBefore;
    String seen = watch == Watch.NONE ? "" : ", watch=" + watch;
    return "Disturbance[settings=%s, restart=%s%s%s]".formatted(settings, restart, before, seen);
  }
}

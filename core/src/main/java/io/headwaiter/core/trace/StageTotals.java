package io.headwaiter.core.trace;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * The stages of many connections together. A connection is in it from its end on, with all of its
 * stages, so that a stage's time divided by {@link #connections} is the mean of a connection.
 * Thread-safe.
 */
public final class StageTotals {
  private final LongAdder connections = new LongAdder();
  private final Map<Stage, LongAdder> counts = zeros();
  private final Map<Stage, LongAdder> nanos = zeros();

  /** Creates totals of no connection. */
  public StageTotals() {}

  private static Map<Stage, LongAdder> zeros() {
    Map<Stage, LongAdder> zeros = new EnumMap<>(Stage.class);
    for (Stage stage : Stage.values()) {
      zeros.put(stage, new LongAdder());
    }
    return zeros;
  }

  /** Adds a connection that has ended. */
  public void add(Timeline ended) {
    counts.forEach((stage, sum) -> sum.add(ended.count(stage)));
    nanos.forEach((stage, sum) -> sum.add(ended.nanos(stage)));
    connections.increment();
  }

  /** Returns how many connections have ended. */
  public long connections() {
    return connections.sum();
  }

  /** Returns how often a stage came. */
  public long count(Stage stage) {
    return sum(counts, stage);
  }

  /** Returns how long a stage took in all. */
  public long nanos(Stage stage) {
    return sum(nanos, stage);
  }

  private static long sum(Map<Stage, LongAdder> of, Stage stage) {
    LongAdder sum = of.get(stage);
    return sum == null ? 0 : sum.sum();
  }
}

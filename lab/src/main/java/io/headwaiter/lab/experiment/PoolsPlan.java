package io.headwaiter.lab.experiment;

import io.headwaiter.core.pool.ProfilingSettings;
import java.time.Duration;

/**
 * How the pool model is checked on a real shop.
 *
 * @param settings of the profiling plan
 * @param run length of a run
 * @param warmup before each
 * @param firstWarmup before the first
 * @param checkedPoints pairs of sizes, the chosen one first, that are measured under three loads
 * @param steps each way in which the chosen sizes' neighbourhood is measured
 * @param randomPoints pairs of sizes drawn at random
 * @param chosenRuns how often the chosen sizes are measured, in between
 */
record PoolsPlan(
    ProfilingSettings settings,
    Duration run,
    Duration warmup,
    Duration firstWarmup,
    int checkedPoints,
    int steps,
    int randomPoints,
    int chosenRuns) {
  private static final int THREADS_MAX = 40;

  static PoolsPlan of(boolean quick) {
    return quick
        ? new PoolsPlan(settings(6), seconds(5), seconds(2), seconds(20), 2, 0, 4, 2)
        : new PoolsPlan(settings(12), seconds(20), seconds(4), seconds(60), 5, 2, 12, 4);
  }

  private static ProfilingSettings settings(int runs) {
    return new ProfilingSettings(2, THREADS_MAX, THREADS_MAX, runs, 0.02, 0.05, 1.3, 1);
  }

  private static Duration seconds(int seconds) {
    return Duration.ofSeconds(seconds);
  }
}

package io.headwaiter.lab.experiment.pools;

import io.headwaiter.core.pool.plan.ProfilingSettings;
import io.headwaiter.lab.bench.ExperimentSetting;
import io.headwaiter.lab.bench.MeasuredRuns;
import io.headwaiter.lab.database.DatabaseKind;
import io.headwaiter.lab.outcome.ExperimentPart;
import io.headwaiter.load.search.ThresholdsOfSets;
import java.time.Duration;
import java.util.List;

/**
 * How the pool model is checked on a real shop. Longest times without the start of servers: 190
 * minutes together, 48 of which are pauses on a busy host, {@code --quick} 10; a test adds them up.
 *
 * @param settings of the profiling plan
 * @param timing of a run
 * @param checkedPoints pairs of sizes on lambda(N), the chosen one first, that are measured under
 *     three loads
 * @param checkedRounds how often
 * @param repeatsMax runs that may be made again because a part of the processors was missing
 * @param pause before such a run is made again, and three times as long before the second time
 * @param regret what the chosen sizes are compared with
 * @param server what is sustained, with a database server
 * @param embedded what is sustained, with H2 within the shop's process
 */
public record PoolsPlan(
    ProfilingSettings settings,
    Timing timing,
    int checkedPoints,
    int checkedRounds,
    int repeatsMax,
    Duration pause,
    Regret regret,
    Sustained server,
    Sustained embedded) {
  /** Parts, in the order they run. */
  public static final List<String> PARTS = List.of("postgresql", "h2");

  private static final int THREADS_MAX = 40;

  /**
   * How long runs take.
   *
   * @param leadIn load before each window
   * @param profile window of a run of the profile, which everything else rests on
   * @param full window of any other run of a full server
   * @param once the same of one that is compared once
   * @param open window of a run whose customers come by themselves
   * @param compileWindows of warming up with the load's processor, of {@code full} each
   * @param warmUpWindows after that, at most
   * @param settle longest wait for the server to become idle
   */
  public record Timing(
      Duration leadIn,
      Duration profile,
      Duration full,
      Duration once,
      Duration open,
      int compileWindows,
      int warmUpWindows,
      Duration settle) {
    /** Load before customers who come by themselves are looked at: first a crowd has to gather. */
    Duration openLeadIn() {
      return leadIn.multipliedBy(2);
    }
  }

  /**
   * What the chosen sizes are compared with.
   *
   * @param steps each way in which their neighbourhood is measured
   * @param randomPoints pairs of sizes drawn at random
   * @param finalists how many of them are measured again
   * @param rounds how often
   * @param decidingRounds how often the best of these and the chosen sizes after that
   */
  record Regret(int steps, int randomPoints, int finalists, int rounds, int decidingRounds) {
    long fullRuns() {
      return (1L + finalists) * rounds + 2L * decidingRounds;
    }
  }

  /**
   * What is measured by the paper's rule.
   *
   * @param sets of customers
   * @param firstRuns runs that are enough for the first set
   * @param nextRuns runs that are enough for another
   * @param ridge whether of half the threads, too
   * @param bursty whether with bursty arrivals, too
   */
  public record Sustained(int sets, int firstRuns, int nextRuns, boolean ridge, boolean bursty) {
    /** Loads that are measured. */
    public int searches() {
      return 3 + (ridge ? 1 : 0) + (bursty ? 1 : 0);
    }

    public long runs() {
      return (long) searches() * (ThresholdsOfSets.trialsMax(firstRuns) + (sets - 1L) * nextRuns);
    }
  }

  public static PoolsPlan of(boolean quick) {
    return quick
        ? new PoolsPlan(
            settings(6),
            new Timing(
                millis(500),
                millis(3000),
                millis(3000),
                millis(2500),
                millis(3000),
                4,
                4,
                millis(500)),
            3,
            1,
            4,
            millis(2000),
            new Regret(0, 4, 2, 2, 2),
            new Sustained(1, 3, 2, false, false),
            new Sustained(1, 2, 2, false, false))
        : new PoolsPlan(
            settings(12),
            new Timing(
                millis(5000),
                millis(20_000),
                millis(10_000),
                millis(3000),
                millis(16_000),
                8,
                6,
                millis(500)),
            5,
            3,
            24,
            millis(30_000),
            new Regret(2, 12, 4, 3, 8),
            new Sustained(3, 4, 3, true, true),
            new Sustained(3, 4, 3, false, false));
  }

  private static ProfilingSettings settings(int runs) {
    return new ProfilingSettings(2, THREADS_MAX, THREADS_MAX, runs, 0.02, 0.05, 1.3, 1);
  }

  private static Duration millis(long millis) {
    return Duration.ofMillis(millis);
  }

  /** The parts, ready to run. */
  public List<ExperimentPart> parts(ExperimentSetting setting) {
    return List.of(
        new PoolsPart(setting, this, PARTS.get(0), DatabaseKind.POSTGRESQL, server),
        new PoolsPart(setting, this, PARTS.get(1), null, embedded));
  }

  /** Longest time of a part. */
  public Duration longest(Sustained sustained) {
    int side = 2 * regret.steps() + 1;
    long once = (long) side * side - 1 + regret.randomPoints();
    long full =
        1
            + 3L * checkedPoints * checkedRounds
            + regret.fullRuns()
            + timing.compileWindows()
            + timing.warmUpWindows();
    return run(timing.leadIn(), timing.profile(), settings.runsMax() + (long) repeatsMax)
        .plus(run(timing.leadIn(), timing.full(), full))
        .plus(run(timing.leadIn(), timing.once(), once))
        .plus(run(timing.openLeadIn(), timing.open(), sustained.runs()))
        .plus(MeasuredRuns.longestPauses(repeatsMax, pause));
  }

  private Duration run(Duration leadIn, Duration window, long times) {
    return leadIn.plus(window).plus(timing.settle()).multipliedBy(times);
  }
}

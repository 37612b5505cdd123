package io.headwaiter.lab.experiment.caching;

import io.headwaiter.lab.bench.ExperimentSetting;
import io.headwaiter.lab.bench.MeasuredRuns;
import io.headwaiter.lab.bench.MicroBenchmark;
import io.headwaiter.lab.outcome.ExperimentPart;
import java.time.Duration;
import java.util.List;

/**
 * How the claims about connections kept for a request are measured. Longest times, when every
 * search takes all its runs and without the start of servers: under 3 hours together, half of them
 * on a busy host only, {@code --quick} under 8; a test adds them up.
 *
 * @param phases where requests spend their time
 * @param gain what is sustained, on a database server
 * @param tested the same with a pool that tries out each connection before it lends it
 * @param gaps the same with long pauses between two queries, which hurt who keeps a connection
 * @param computing what a crowd completes when pages only compute between two queries
 * @param embedded the same with the database in the server's process
 * @param times of requests with a connection, by the number of connections
 * @param cost of a pair of getConnection and close, and of profiling a request
 */
public record CachingPlan(
    CachingPhases.Plan phases,
    CachingGain.Plan gain,
    CachingGain.Plan tested,
    CachingGain.Plan gaps,
    CachingGain.Plan computing,
    CachingGain.Plan embedded,
    CachingTimes.Plan times,
    CachingCost.Plan cost) {
  static final String PHASES = "phases";
  static final String GAIN = "gain";
  static final String TESTED = "tested";
  static final String GAPS = "gaps";
  static final String COMPUTING = "computing";
  static final String EMBEDDED = "embedded";
  static final String TIMES = "times";
  public static final String COST = "cost";

  /** All parts, in the order they run. */
  public static final List<String> PARTS =
      List.of(PHASES, GAIN, TESTED, GAPS, COMPUTING, EMBEDDED, TIMES, COST);

  private static final int THREADS = 8;
  // A turn of two seconds is known within some ten percent; two percent are claimed.
  private static final int ROUNDS = 26;
  // Thresholds of one policy differ by some ten percent from set to set.
  private static final int SETS = 5;
  // A loss of a tenth or more is to be seen.
  private static final int COMPUTING_ROUNDS = 12;
  // Phases and times are told with an interval.
  private static final int TIMED_ROUNDS = 4;
  // As in the paper's table I and figures 3 to 5.
  private static final int PAPER_THREADS = 30;
  // Two looks of half a second that are a little late: one settles, one is over the turn's end.
  private static final Duration CHANGE = Duration.ofMillis(1100);
  // A tenth of the runs of the longest part.
  private static final int REPEATS_MAX = 16;
  private static final Duration PAUSE = Duration.ofSeconds(30);
  private static final int COST_ROUNDS = 5;
  private static final int COST_SECONDS = 40;
  private static final int PROFILING_SECONDS = 30;

  public static CachingPlan of(boolean quick, long seed) {
    return quick ? quick(seed) : full(seed);
  }

  private static CachingPlan full(long seed) {
    Timing timing =
        new Timing(
            millis(800),
            millis(4600),
            millis(2000),
            millis(400),
            8,
            millis(4000),
            REPEATS_MAX,
            PAUSE,
            seed);
    CachingShop.Kind server = CachingShop.Kind.server(THREADS);
    CachingShop.Kind embedded = CachingShop.Kind.embedded(THREADS);
    return new CachingPlan(
        new CachingPhases.Plan(
            server, List.of(2, THREADS), List.of(0.5, 0.8, 1.0, 1.2), TIMED_ROUNDS, timing),
        new CachingGain.Plan(server, List.of(2, 4, THREADS), ROUNDS, SETS, 3, 2, timing),
        new CachingGain.Plan(
            server.withTests(), List.of(2, 4, THREADS), ROUNDS, SETS, 3, 2, timing),
        new CachingGain.Plan(server.withGaps(), List.of(2), ROUNDS, 1, 3, 0, timing),
        new CachingGain.Plan(server.withComputing(), List.of(2), COMPUTING_ROUNDS, 0, 0, 0, timing),
        new CachingGain.Plan(embedded, List.of(2), ROUNDS, 1, 3, 0, timing),
        new CachingTimes.Plan(
            CachingShop.Kind.server(PAPER_THREADS),
            List.of(2, 4, 8, 15, 22, PAPER_THREADS),
            TIMED_ROUNDS,
            timing),
        new CachingCost.Plan(
            MicroBenchmark.jar(),
            COST_SECONDS + PROFILING_SECONDS,
            new CachingCost.Served(embedded, timing),
            COST_ROUNDS));
  }

  private static CachingPlan quick(long seed) {
    Timing timing =
        new Timing(
            millis(400),
            millis(2000),
            millis(1000),
            millis(250),
            3,
            millis(2000),
            0,
            Duration.ZERO,
            seed);
    CachingShop.Kind server = CachingShop.Kind.server(THREADS);
    return new CachingPlan(
        new CachingPhases.Plan(server, List.of(2), List.of(0.5, 1.2), 2, timing),
        new CachingGain.Plan(server, List.of(2), 4, 1, 4, 0, timing),
        new CachingGain.Plan(server.withTests(), List.of(2), 4, 1, 4, 0, timing),
        new CachingGain.Plan(server.withGaps(), List.of(2), 3, 1, 3, 0, timing),
        new CachingGain.Plan(server.withComputing(), List.of(2), 2, 0, 0, 0, timing),
        new CachingGain.Plan(CachingShop.Kind.embedded(THREADS), List.of(2), 3, 1, 3, 0, timing),
        new CachingTimes.Plan(
            CachingShop.Kind.server(PAPER_THREADS), List.of(2, 8, PAPER_THREADS), 1, timing),
        new CachingCost.Plan(MicroBenchmark.jar(), COST_SECONDS, null, 1));
  }

  /**
   * How long a run takes, and who comes.
   *
   * @param leadIn load before the window
   * @param window of a run
   * @param crowdWindow of a policy's turn under a crowd
   * @param settle longest wait for the server to become idle
   * @param warmUps loads before anything is measured
   * @param warmUp length of one
   * @param repeatsMax runs of a part that may be made again because a part of the processors was
   *     missing
   * @param pause before such a run is made again, and three times as long before the second time
   * @param seed decides arrivals, walks and think times
   */
  public record Timing(
      Duration leadIn,
      Duration window,
      Duration crowdWindow,
      Duration settle,
      int warmUps,
      Duration warmUp,
      int repeatsMax,
      Duration pause,
      long seed) {
    /** Longest time of a run. */
    public Duration run() {
      return leadIn.plus(window).plus(settle);
    }

    /** Length of a crowd under which so many policies have so many turns each. */
    public Duration crowd(int policies, int rounds) {
      return crowdWindow.plus(CHANGE).multipliedBy((long) policies * rounds);
    }

    /** Longest time of so many runs, with the warm-up before them. */
    public Duration longest(long runs) {
      return run().multipliedBy(runs).plus(warmUp.plus(settle).multipliedBy(warmUps));
    }

    /** The longest that runs which are made again can take. */
    Duration longestRepeats() {
      return run().multipliedBy(repeatsMax).plus(MeasuredRuns.longestPauses(repeatsMax, pause));
    }
  }

  /** The parts, ready to run. */
  public List<ExperimentPart> parts(ExperimentSetting setting) {
    return List.of(
        new CachingPhases(setting, phases),
        new CachingGain(setting, GAIN, gain),
        new CachingGain(setting, TESTED, tested),
        new CachingGain(setting, GAPS, gaps),
        new CachingGain(setting, COMPUTING, computing),
        new CachingGain(setting, EMBEDDED, embedded),
        new CachingTimes(setting, times),
        new CachingCost(setting, cost));
  }

  private static Duration millis(long millis) {
    return Duration.ofMillis(millis);
  }
}

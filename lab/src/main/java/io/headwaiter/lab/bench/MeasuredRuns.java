package io.headwaiter.lab.bench;

import io.headwaiter.load.text.Numbers;
import io.headwaiter.tuning.TuningRun;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.DoubleStream;

/**
 * Makes runs, and makes one again for which the host or the server's compiler took too much of the
 * processors: what is then reckoned back is more than a small correction. The better one is kept. A
 * host is busy for minutes, so before it is made again some time goes by, and before the next time
 * three times as much. Belongs to one thread.
 */
public final class MeasuredRuns {
  private static final int AGAIN_MAX = 2;
  private static final int LONGER = 3;
  private static final double NANOS_PER_MILLI = 1e6;

  /** One run. */
  @FunctionalInterface
  public interface Run<T> {
    T make() throws IOException, InterruptedException;
  }

  /** Lets time go by. */
  @FunctionalInterface
  public interface Pause {
    void of(Duration time) throws InterruptedException;
  }

  private record Kept(String load, TuningRun run) {}

  private final int repeatsMax;
  private final Duration firstPause;
  private final Pause pause;
  private final List<Kept> kept = new ArrayList<>();
  private int repeats;

  /**
   * @param repeatsMax of all runs together, so that they come to an end on any machine
   * @param firstPause before a run is made again for the first time
   */
  public MeasuredRuns(int repeatsMax, Duration firstPause, Pause pause) {
    this.repeatsMax = repeatsMax;
    this.firstPause = firstPause;
    this.pause = pause;
  }

  /** The longest that all pauses together can take. */
  public static Duration longestPauses(int repeatsMax, Duration firstPause) {
    return firstPause
        .multipliedBy((1 + LONGER) * (long) (repeatsMax / AGAIN_MAX))
        .plus(firstPause.multipliedBy(repeatsMax % AGAIN_MAX));
  }

  /**
   * A run, or the best of up to three.
   *
   * @param load what it is called
   * @param told what the server told of it
   */
  public <T> T make(String load, Run<T> run, Function<T, TuningRun> told)
      throws IOException, InterruptedException {
    T best = run.make();
    Duration wait = firstPause;
    for (int i = 0; i < AGAIN_MAX && mayRepeat(told.apply(best)); i++) {
      repeats++;
      pause.of(wait);
      wait = wait.multipliedBy(LONGER);
      T again = run.make();
      best = stolen(told.apply(again)) < stolen(told.apply(best)) ? again : best;
    }
    kept.add(new Kept(load, told.apply(best)));
    return best;
  }

  private boolean mayRepeat(TuningRun run) {
    return !run.isSound() && repeats < repeatsMax;
  }

  private static double stolen(TuningRun run) {
    return run.processors().stolenPart();
  }

  /** For the reader, where rates are reckoned: by how much. */
  public String reckoned() {
    return ("Rates are reckoned as without the processor time that the host and the server's"
            + " compiler took: %s more than was measured in the mean of %d runs, %s at most.")
        .formatted(
            Numbers.percent(gains().average().orElse(0)),
            kept.size(),
            Numbers.percent(gains().max().orElse(0)));
  }

  /** For the reader: how often a run was made again. */
  public String repeated() {
    return ("%d times a run was made again because the host and the server's compiler took more than"
            + " a twentieth of the processors, and of %d of %d kept runs they still did.")
        .formatted(
            repeats, kept.stream().filter(each -> !each.run().isSound()).count(), kept.size());
  }

  private DoubleStream gains() {
    return kept.stream().mapToDouble(each -> each.run().gainUnstolen() - 1);
  }

  /** For {@code run.json}: what was measured, before anything was reckoned. */
  public List<Map<String, Object>> raw() {
    return kept.stream().map(MeasuredRuns::raw).toList();
  }

  private static Map<String, Object> raw(Kept each) {
    TuningRun run = each.run();
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("load", each.load());
    map.put("threads", run.threads());
    map.put("connections", run.connections());
    map.put("clients", run.clients());
    map.put("threadsBusy", run.threadsBusy());
    map.put("requestsPerSecond", run.requestsPerSecond());
    map.put("gainUnstolen", run.gainUnstolen());
    map.put("processorsBusy", run.processors().busy());
    map.put("processorsStolen", run.processors().stolen());
    map.put("processorsIdle", run.processors().idle());
    map.put("cpuMillisPerRequest", run.measured().overall().cpuNanosMean() / NANOS_PER_MILLI);
    return map;
  }
}

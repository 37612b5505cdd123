package io.headwaiter.lab.host;

import java.lang.management.ManagementFactory;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Whether the machine was as fast all the time as it is in the middle: twice a second a fixed piece
 * of work, whose processor time is taken. What else runs in this process, or waits for its
 * processor, is not in that; another guest on the same core, or a clock that is turned down, is.
 * Where a machine's speed varies by a fifth, no experiment on it can tell five percent.
 * Thread-safe.
 *
 * <p>The work takes a millisecond or less, a five-hundredth of the load's processor.
 */
public final class SpeedWatch implements AutoCloseable {
  private static final long STEP_MILLIS = 500;
  // Twelve hours; who measures for longer knows it by then.
  private static final int SAMPLES_MAX = 86_400;
  // Before it is compiled the work takes many times as long.
  private static final int WARM_UPS = 500;
  // Of the times: who took longest was slow.
  private static final double SLOW = 0.95;
  private static final double FAST = 0.05;
  private static final double NOISY = 1.2;
  private static final int BLOCKS = 256;
  private static final int REFERENCE_LOOKS = 50;
  private static final double REFERENCE_NANOS = 1e6;
  private static final byte[] BLOCK = new byte[1024];

  private final LongSupplier clock;
  private final Runnable work;
  private final ScheduledExecutorService timer = DaemonTimer.named("speed-watch");
  // Null unless it was started.
  private ScheduledFuture<?> looking;
  // Under this watch's lock.
  private final List<Double> nanos = new ArrayList<>();

  /**
   * Nothing was seen yet.
   *
   * @param clock processor time of the calling thread in nanoseconds
   * @param work always the same
   */
  public SpeedWatch(LongSupplier clock, Runnable work) {
    this.clock = clock;
    this.work = work;
  }

  /** Looks from now on, at this process's processors. */
  public static SpeedWatch start() {
    LongSupplier clock = ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime;
    SpeedWatch watch = new SpeedWatch(clock, SpeedWatch::hash);
    watch.timer.execute(watch::warmUp);
    watch.looking =
        watch.timer.scheduleAtFixedRate(
            watch::look, STEP_MILLIS, STEP_MILLIS, TimeUnit.MILLISECONDS);
    return watch;
  }

  private void warmUp() {
    for (int i = 0; i < WARM_UPS; i++) {
      work.run();
    }
  }

  /**
   * Returns the speed of this machine now: 1 if SHA-256 of 256 KiB takes a millisecond of processor
   * time, 2 if it takes half of that.
   */
  public static double speed() {
    SpeedWatch watch =
        new SpeedWatch(
            ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime, SpeedWatch::hash);
    watch.warmUp();
    for (int i = 0; i < REFERENCE_LOOKS; i++) {
      watch.look();
    }
    watch.timer.shutdown();
    return REFERENCE_NANOS / at(watch.nanos.stream().sorted().toList(), 0.5);
  }

  /** One sample. */
  public void look() {
    long before = clock.getAsLong();
    work.run();
    add(clock.getAsLong() - before);
  }

  private synchronized void add(long took) {
    if (took > 0 && nanos.size() < SAMPLES_MAX) {
      nanos.add((double) took);
    }
  }

  private static void hash() {
    try {
      MessageDigest sum = MessageDigest.getInstance("SHA-256");
      for (int i = 0; i < BLOCKS; i++) {
        sum.update(BLOCK);
      }
      sum.digest();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256, but this one says", e);
    }
  }

  /** Looks no more. */
  @Override
  public void close() {
    if (looking != null) {
      looking.cancel(/* mayInterruptIfRunning= */ false);
    }
    timer.shutdown();
  }

  /** Speeds over that in the middle, of the slow and the fast end. */
  private record Spread(int samples, double slow, double fast) {}

  private synchronized Optional<Spread> spread() {
    if (nanos.isEmpty()) {
      return Optional.empty();
    }
    List<Double> sorted = nanos.stream().sorted().toList();
    double middle = at(sorted, 0.5);
    return Optional.of(
        new Spread(sorted.size(), middle / at(sorted, SLOW), middle / at(sorted, FAST)));
  }

  private static double at(List<Double> sorted, double part) {
    return sorted.get((int) Math.round(part * (sorted.size() - 1)));
  }

  /** For {@code run.json}; empty if nothing was seen. */
  public Map<String, Object> raw() {
    Map<String, Object> raw = new LinkedHashMap<>();
    spread()
        .ifPresent(
            seen -> {
              raw.put("samples", seen.samples());
              raw.put("speed5", seen.slow());
              raw.put("speed95", seen.fast());
            });
    return raw;
  }

  /** What the reader has to know; empty if the machine was steady. */
  public Optional<String> note() {
    return unsteady(NOISY)
        .map(
            how ->
                "The machine was not steady: "
                    + how
                    + ". Measure again on a machine that does nothing else.");
  }

  /**
   * How the speed varied, as a clause; empty if the machine was steady.
   *
   * @param most the fast end is at most so many times as fast as the slow one, above 1
   */
  public Optional<String> unsteady(double most) {
    return spread()
        .filter(seen -> seen.fast() > most * seen.slow())
        .map(
            seen ->
                String.format(
                    Locale.ROOT,
                    "the same work ran at %.2f to %.2f times its usual speed (5 and 95 of 100"
                        + " looks)",
                    seen.slow(),
                    seen.fast()));
  }
}

package io.headwaiter.lab.host;

import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;

/**
 * Samples a process's CPU time twenty times a second, from construction to close, so that the edges
 * of a window are met closely.
 */
public final class CpuSampler implements AutoCloseable {
  private static final long STEP_MILLIS = 50;

  private final DoubleSupplier clock;
  private final long startNanos = System.nanoTime();
  private final CpuWindow window = new CpuWindow();
  private final ScheduledExecutorService timer = DaemonTimer.named("cpu-sampler");

  private final ScheduledFuture<?> sampling;

  /**
   * @param clock tells the CPU seconds so far; asked on another thread
   */
  public CpuSampler(DoubleSupplier clock) {
    this.clock = clock;
    sample();
    sampling =
        timer.scheduleAtFixedRate(this::sample, STEP_MILLIS, STEP_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** CPU seconds between two instants, in milliseconds since construction; NaN if not covered. */
  public double seconds(long fromMillis, long toMillis) {
    return window.cores(fromMillis, toMillis) * (toMillis - fromMillis) / 1000;
  }

  /** Takes the last sample. */
  @Override
  public void close() {
    sampling.cancel(/* mayInterruptIfRunning= */ false);
    timer.shutdown();
    sample();
  }

  private void sample() {
    window.add((System.nanoTime() - startNanos) / 1_000_000, clock.getAsDouble());
  }
}

package io.headwaiter.lab.host;

import io.headwaiter.tuning.HostTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Supplier;

/**
 * Watches the processors of the servers while one of them is measured.
 *
 * @param clock what they did since the machine was started; null where nobody counts
 * @param processors how many
 */
public record ProcessorWatch(Supplier<HostTime> clock, int processors) {
  /** Sees nothing. */
  public static final ProcessorWatch NONE = new ProcessorWatch(() -> null, 1);

  /** Of the servers' processors, or {@link #NONE} where they have none of their own. */
  public static ProcessorWatch of(Pinning pinning) {
    ProcessorClock clock = ProcessorClock.of(pinning.serverCpus());
    return pinning.pinned() ? new ProcessorWatch(() -> read(clock), clock.cpus().size()) : NONE;
  }

  private static HostTime read(ProcessorClock clock) {
    try {
      return clock.read();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Since an earlier reading of {@link #clock}. */
  public ProcessorLoss since(HostTime earlier, double cpuSeconds) {
    HostTime now = clock.get();
    return ProcessorLoss.of(
        now == null || earlier == null ? null : now.since(earlier), cpuSeconds, processors);
  }
}

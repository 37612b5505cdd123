package io.headwaiter.lab.server;

import java.time.Duration;
import java.util.function.DoubleSupplier;

/** Waits until a server has worked off what the last load left behind. */
public final class Idleness {
  private static final double IDLE_CORES = 0.08;
  private static final long STEP_MILLIS = 250;

  private Idleness() {}

  /** Returns when the server is idle, or after the longest wait. */
  public static void await(ServerUnderTest server, Duration longest) throws InterruptedException {
    await(server::cpuSeconds, longest);
  }

  /** The same for whatever tells its CPU seconds so far. */
  public static void await(DoubleSupplier cpuSeconds, Duration longest)
      throws InterruptedException {
    long steps = longest.toMillis() / STEP_MILLIS;
    for (long i = 0; i < steps; i++) {
      double before = cpuSeconds.getAsDouble();
      Thread.sleep(STEP_MILLIS);
      double cores = 1000 * (cpuSeconds.getAsDouble() - before) / STEP_MILLIS;
      if (!(cores > IDLE_CORES)) {
        return;
      }
    }
  }
}

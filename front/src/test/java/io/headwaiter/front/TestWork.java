package io.headwaiter.front;

import io.headwaiter.front.supply.ThreadCpu;
import io.headwaiter.telemetry.ServerMeters;

/** Work for tests that measure its CPU time. */
public final class TestWork {
  public static final String PAGE = "/page";
  public static final long BURNT_NANOS = 1_000_000;
  // So many that a further one is no first use.
  private static final int MANY = 100;

  private TestWork() {}

  /**
   * Returns meters for which connections and requests of {@link #PAGE} are no longer first uses.
   */
  public static ServerMeters usedMeters() {
    ServerMeters meters = new ServerMeters();
    for (int i = 0; i < MANY; i++) {
      meters.connection(0);
      meters.request(meters.requestTypes().of(PAGE, 200), 0);
    }
    return meters;
  }

  /** Uses {@link #BURNT_NANOS} of CPU time, or a little more. */
  public static void burn() {
    long until = ThreadCpu.nanos() + BURNT_NANOS;
    while (ThreadCpu.nanos() < until) {
      Thread.onSpinWait();
    }
  }
}

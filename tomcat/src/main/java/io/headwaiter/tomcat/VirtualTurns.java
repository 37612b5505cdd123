package io.headwaiter.tomcat;

import io.headwaiter.front.TurnMeter;
import java.util.concurrent.Executor;
import org.apache.tomcat.util.threads.VirtualThreadExecutor;

/**
 * A virtual thread for each turn, at once: how many requests are served at a time is not a matter
 * of threads here, but of {@link io.headwaiter.front.RequestPermits}. Thread-safe.
 */
final class VirtualTurns implements Executor {
  private static final int VIRTUAL_THREADS_SINCE = 21;

  private final Executor threads;
  private final TurnMeter meter;

  /**
   * @param name the threads' names begin with it
   * @param meter for work that does not measure itself
   * @throws UnsupportedOperationException if this JDK has no virtual threads
   */
  VirtualTurns(String name, TurnMeter meter) {
    this.threads = new VirtualThreadExecutor(name);
    this.meter = meter;
  }

  /**
   * @throws IllegalArgumentException with a sentence, if they are wanted where there are none
   */
  static void check(boolean wanted, int jdk) {
    if (wanted && jdk < VIRTUAL_THREADS_SINCE) {
      throw new IllegalArgumentException(
          "useVirtualThreads=\"true\" needs JDK "
              + VIRTUAL_THREADS_SINCE
              + " or newer, and this is JDK "
              + jdk
              + ". Leave it out, or run the server on a newer one.");
    }
  }

  @Override
  public void execute(Runnable work) {
    threads.execute(OtherWork.unlessQueued(work, meter));
  }
}

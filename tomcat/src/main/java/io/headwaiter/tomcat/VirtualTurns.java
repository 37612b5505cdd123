package io.headwaiter.tomcat;

import io.headwaiter.front.TurnMeter;
import java.util.concurrent.Executor;
import org.apache.tomcat.util.threads.VirtualThreadExecutor;

/**
 * A virtual thread for each turn, at once: how many requests are served at a time is not a matter
 * of threads here, but of {@link io.headwaiter.front.RequestPermits}. Thread-safe.
 */
final class VirtualTurns implements Executor {
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

  @Override
  public void execute(Runnable work) {
    threads.execute(OtherWork.unlessQueued(work, meter));
  }
}

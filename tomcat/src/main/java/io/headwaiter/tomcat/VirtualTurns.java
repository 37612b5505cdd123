package io.headwaiter.tomcat;

import io.headwaiter.core.visit.ExcessBudget;
import io.headwaiter.front.request.TurnMeter;
import io.headwaiter.front.work.ExcessTurns;
import java.util.concurrent.Executor;
import java.util.function.IntSupplier;
import org.apache.tomcat.util.threads.VirtualThreadExecutor;

/**
 * Starts a virtual thread for each turn at once. {@link
 * io.headwaiter.front.request.RequestPermits}, not threads, limit the requests that are served at a
 * time. Turns of visits over their account start when CPU time is available for them. Thread-safe.
 */
final class VirtualTurns implements DeferringExecutor {
  private static final int VIRTUAL_THREADS_SINCE = 21;

  private final Executor threads;
  private final TurnMeter meter;
  private final ExcessTurns excess;

  /**
   * @param name prefix of the threads' names
   * @param meter for work that does not measure itself
   * @param budget CPU time for visits that are over their account
   * @param permits requests that are served at a time; 0 for any number
   * @throws UnsupportedOperationException if this JDK has no virtual threads
   */
  VirtualTurns(String name, TurnMeter meter, ExcessBudget budget, IntSupplier permits) {
    this.threads = new VirtualThreadExecutor(name);
    this.meter = meter;
    this.excess = new ExcessTurns(budget, threads::execute, permits);
  }

  /**
   * @throws IllegalArgumentException with an explanatory message, if virtual threads are wanted and
   *     this JDK has none
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
    QueuedWork queued = UnmeteredWork.unlessQueued(work, meter, this);
    ExcessTurns.Owner owner = queued.excessOf();
    if (owner == null) {
      threads.execute(queued);
    } else {
      defer(queued, owner);
    }
  }

  @Override
  public void defer(QueuedWork work, ExcessTurns.Owner owner) {
    excess.add(owner, work);
  }
}

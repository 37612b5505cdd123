package io.headwaiter.lab.host;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Does one thing at one instant, on a thread of its own, and knows when that was. */
public final class Later implements AutoCloseable {
  /** Something to do to a server while it runs. */
  @FunctionalInterface
  public interface Action {
    void run() throws IOException;
  }

  private final ScheduledExecutorService timer = DaemonTimer.named("later");

  private final ScheduledFuture<Long> done;

  /**
   * Begins.
   *
   * @param delayMillis from now on
   */
  public Later(long delayMillis, Action action) {
    done = timer.schedule(() -> act(action), delayMillis, TimeUnit.MILLISECONDS);
  }

  private static long act(Action action) throws IOException {
    action.run();
    return System.currentTimeMillis();
  }

  /**
   * When it was done, by the clock on the wall; waits until it is.
   *
   * @throws IOException when it could not be done
   */
  public long doneMillis() throws IOException, InterruptedException {
    try {
      return done.get();
    } catch (ExecutionException e) {
      throw new IOException("the step could not be made: " + e.getCause().getMessage(), e);
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}

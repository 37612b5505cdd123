package io.headwaiter.tls;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Calls {@link TicketKeys#refresh} once a second, until it is closed. */
public final class TicketKeyThread implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(TicketKeyThread.class.getName());
  private static final long PERIOD_MILLIS = 1000;

  private final ScheduledExecutorService thread;

  private TicketKeyThread(ScheduledExecutorService thread) {
    this.thread = thread;
  }

  /**
   * Starts a daemon thread.
   *
   * @param name of the thread
   */
  public static TicketKeyThread start(String name, TicketKeys keys) {
    ScheduledExecutorService thread =
        Executors.newSingleThreadScheduledExecutor(
            work -> {
              Thread t = new Thread(work, name);
              t.setDaemon(true);
              return t;
            });
    var unused =
        thread.scheduleWithFixedDelay(
            () -> refresh(keys), PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
    return new TicketKeyThread(thread);
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }

  /** Catches everything: an exception would end the rotation of the keys for good. */
  private static void refresh(TicketKeys keys) {
    try {
      keys.refresh();
    } catch (RuntimeException | Error e) {
      LOG.log(System.Logger.Level.ERROR, "The ticket keys stay as they are", e);
    }
  }
}

package io.headwaiter.telemetry;

import java.io.InterruptedIOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The one thread that makes pages, so that pages take at most one processor from the application.
 * Thread-safe.
 */
final class PageThread {
  private static final System.Logger LOG = System.getLogger(AdminServer.class.getName());
  private static final int IDLE_SECONDS = 10;

  private final ThreadPoolExecutor thread;

  /**
   * @param name name of the thread
   * @param waitingMax pages that may wait for it
   */
  PageThread(String name, int waitingMax) {
    thread =
        new ThreadPoolExecutor(
            1,
            1,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(waitingMax),
            task -> AdminServer.daemon(task, name));
    thread.allowCoreThreadTimeOut(true);
  }

  /**
   * Runs work on the thread, without waiting for it.
   *
   * @throws RejectedExecutionException if too much waits already
   */
  void execute(Runnable work) {
    thread.execute(work);
  }

  /**
   * Makes a page and waits for it.
   *
   * @param path what was asked for, for the log
   * @param millis how long to wait; then the answer is a 503
   * @throws InterruptedIOException if the caller is interrupted
   */
  AdminAnswer make(String path, long millis, Callable<AdminAnswer> page)
      throws InterruptedIOException {
    FutureTask<AdminAnswer> task = new FutureTask<>(page);
    try {
      thread.execute(task);
      return task.get(millis, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException | TimeoutException e) {
      LOG.log(System.Logger.Level.DEBUG, path + " is late", e);
      return AdminAnswer.text(
          503, "This takes over " + millis + " ms, or many ask for it; try again later.");
    } catch (ExecutionException e) {
      LOG.log(System.Logger.Level.ERROR, path + " failed", e.getCause());
      return AdminAnswer.text(500, "The page failed; see the log.");
    } catch (InterruptedException e) {
      InterruptedIOException given = new InterruptedIOException("Others want the thread");
      given.initCause(e);
      throw given;
    } finally {
      task.cancel(/* mayInterruptIfRunning= */ false);
      thread.remove(task);
    }
  }

  /** Interrupts the thread and stops. */
  void stop() {
    thread.shutdownNow();
  }
}

package io.headwaiter.apps.bookstore;

import io.headwaiter.apps.PageTime;
import java.sql.SQLException;

/**
 * The computing and waiting of a page between two uses of the database, while it needs no
 * connection. It makes it costly to keep a connection meanwhile: the pages return theirs before the
 * gap and take one again after it.
 *
 * @param work CPU time
 * @param pauseMillis waiting time, 0 to 10,000 ms; the worker thread is held
 */
public record PageGap(PageTime work, int pauseMillis) {
  /** No gap. */
  public static final PageGap NONE = new PageGap(PageTime.NONE, 0);

  private static final int MAX_PAUSE_MILLIS = 10_000;

  /** Checks the range. */
  public PageGap {
    if (pauseMillis < 0 || pauseMillis > MAX_PAUSE_MILLIS) {
      throw new IllegalArgumentException(
          "pauseMillis is "
              + pauseMillis
              + "; give a whole number from 0 to "
              + MAX_PAUSE_MILLIS
              + ".");
    }
  }

  /** Returns whether there is no gap. */
  boolean none() {
    return work.micros() == 0 && pauseMillis == 0;
  }

  /** Spends the gap on the calling thread. */
  void pass() throws SQLException {
    work.spend();
    if (pauseMillis == 0) {
      return;
    }
    try {
      Thread.sleep(pauseMillis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SQLException("The page was given up while it waited.", e);
    }
  }
}

package io.headwaiter.apps;

import java.sql.SQLException;
import java.time.Duration;

/**
 * The additional cost of every page that is not static, for experiments. The cost has two parts,
 * and both may change while the shop serves: CPU work, for pages that become more expensive, and a
 * pause that holds the worker thread, for a database that becomes slow. Thread-safe.
 */
public final class PageBurden {
  /** The longest pause. */
  public static final Duration PAUSE_MAX = Duration.ofSeconds(10);

  private volatile PageWork work;
  private volatile long pauseMillis;

  /** Starts with the given work and no pause. */
  public PageBurden(PageWork work) {
    this.work = work;
  }

  /** Sets the work, from the next page on. */
  public void work(PageWork newWork) {
    work = newWork;
  }

  /**
   * Sets the pause, from the next page on.
   *
   * @throws IllegalArgumentException if the pause is below 0 or above {@link #PAUSE_MAX}
   */
  public void pause(Duration pause) {
    if (pause.isNegative() || pause.compareTo(PAUSE_MAX) > 0) {
      throw new IllegalArgumentException(
          "a page's pause is from 0 to "
              + PAUSE_MAX.toMillis()
              + " ms, got "
              + pause.toMillis()
              + " ms");
    }
    pauseMillis = pause.toMillis();
  }

  /** Returns the page with this burden before it. */
  public Page before(Page page) {
    return in -> {
      carry();
      return page.answer(in);
    };
  }

  /**
   * Carries the burden once, on the calling thread.
   *
   * @throws SQLException if the thread is interrupted during the pause
   */
  public void carry() throws SQLException {
    rest();
    work.work();
  }

  /** Holds the worker thread, as a slow database would. */
  private void rest() throws SQLException {
    long millis = pauseMillis;
    if (millis > 0) {
      try {
        Thread.sleep(millis);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new SQLException("The page was given up while it waited.", e);
      }
    }
  }
}

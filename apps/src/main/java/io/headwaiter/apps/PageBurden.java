package io.headwaiter.apps;

import java.sql.SQLException;
import java.time.Duration;

/**
 * What every page that is not static costs beside what it does, and may be changed while the shop
 * serves: processor work, for a shop whose pages become dearer, and a pause that holds the worker,
 * for a database that has become slow. For experiments. Thread-safe.
 */
public final class PageBurden {
  /** The longest pause. */
  public static final Duration PAUSE_MAX = Duration.ofSeconds(10);

  private volatile PageWork work;
  private volatile long pauseMillis;

  /** Starts with this work and no pause. */
  public PageBurden(PageWork work) {
    this.work = work;
  }

  /** From the next page on, this work. */
  public void work(PageWork newWork) {
    work = newWork;
  }

  /**
   * From the next page on, this pause.
   *
   * @throws IllegalArgumentException below 0 and above {@link #PAUSE_MAX}
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

  /** The page with this burden before it. */
  public Page before(Page page) {
    return in -> {
      rest();
      work.work();
      return page.answer(in);
    };
  }

  /** Where a slow database would keep the worker. */
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

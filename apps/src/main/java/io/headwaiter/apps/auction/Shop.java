package io.headwaiter.apps.auction;

import io.headwaiter.apps.HtmlPage;
import io.headwaiter.apps.SiteLayout;
import java.sql.Timestamp;
import java.time.Clock;
import javax.sql.DataSource;

/** The objects that the pages of the auction share. Thread-safe if the source is. */
record Shop(DataSource source, SiteLayout layout, Clock clock) {
  /** The largest number of rows in a list of bids, comments or items of one user or item. */
  static final int LIST_LIMIT = 100;

  HtmlPage page(String title) {
    return layout.page(title);
  }

  /**
   * Returns the time of the server, not of the database. A page calls this once, so that its
   * request has one time.
   */
  Timestamp now() {
    return new Timestamp(clock.millis());
  }
}

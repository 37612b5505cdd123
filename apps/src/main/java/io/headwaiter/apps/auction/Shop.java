package io.headwaiter.apps.auction;

import io.headwaiter.apps.HtmlPage;
import io.headwaiter.apps.SiteLayout;
import java.sql.Timestamp;
import java.time.Clock;
import javax.sql.DataSource;

/** What the pages of the auction work with. Thread-safe if the source is. */
record Shop(DataSource source, SiteLayout layout, Clock clock) {
  /** Most rows that a list of bids, comments or items of one user or item shows. */
  static final int LIST_LIMIT = 100;

  HtmlPage page(String title) {
    return layout.page(title);
  }

  /**
   * The time of this request, from the server and not from the database: the same for all of it.
   */
  Timestamp now() {
    return new Timestamp(clock.millis());
  }
}

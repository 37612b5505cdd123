package io.headwaiter.apps.auction;

import com.zaxxer.hikari.HikariDataSource;
import io.headwaiter.apps.EmptyDatabase;

/** Small filled auctions for tests, each in a database of its own. */
final class Shops {
  /** 120 users, 60 old items, at least one active item in each of the 20 categories. */
  static final AuctionScale TINY = new AuctionScale(120, 60, 0.002, 6, 300);

  private Shops() {}

  static HikariDataSource empty() {
    return EmptyDatabase.of("auction");
  }

  static HikariDataSource tiny() {
    HikariDataSource source = empty();
    Auction.createAndFill(source, TINY, 42);
    return source;
  }
}

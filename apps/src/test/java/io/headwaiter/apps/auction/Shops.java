package io.headwaiter.apps.auction;

import com.zaxxer.hikari.HikariDataSource;
import io.headwaiter.apps.DataSources;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;

/** Small filled auctions for tests, each in a database of its own. */
final class Shops {
  /** 120 users, 60 old items, at least one active item in each of the 20 categories. */
  static final AuctionScale TINY = new AuctionScale(120, 60, 0.002, 6, 300);

  private static final AtomicInteger NEXT = new AtomicInteger();

  private Shops() {}

  /**
   * Returns a new empty database: embedded, or, if the system property {@code shop.test.url} names
   * a JDBC URL in which %s stands for a schema or database name, one on that server.
   */
  static HikariDataSource empty() {
    String name = "auction_test_" + NEXT.incrementAndGet();
    String server = System.getProperty("shop.test.url");
    if (server == null) {
      return DataSources.embedded(name, 8);
    }
    createPlace(String.format(server, ""), name);
    String url = String.format(server, name);
    return DataSources.pool(url, null, null, 8, DataSources.CONNECTION_PATIENCE);
  }

  /** CREATE SCHEMA makes a schema in PostgreSQL and a database in MariaDB. */
  private static void createPlace(String url, String name) {
    try (Connection c = DriverManager.getConnection(url)) {
      AuctionSchema.execute(c, "CREATE SCHEMA " + name);
    } catch (SQLException e) {
      throw new IllegalStateException("Cannot create " + name + " through " + url, e);
    }
  }

  static HikariDataSource tiny() {
    HikariDataSource source = empty();
    Auction.createAndFill(source, TINY, 42);
    return source;
  }
}

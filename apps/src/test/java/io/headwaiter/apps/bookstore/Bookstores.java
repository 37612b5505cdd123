package io.headwaiter.apps.bookstore;

import com.zaxxer.hikari.HikariDataSource;
import io.headwaiter.apps.EmptyDatabase;

/** Small filled bookstores for tests, each in a database of its own. */
final class Bookstores {
  static final BookstoreScale SMALL = new BookstoreScale(100, 1);

  private Bookstores() {}

  static HikariDataSource empty() {
    return EmptyDatabase.of("bookstore");
  }

  static HikariDataSource small() {
    HikariDataSource source = empty();
    Bookstore.createAndFill(source, SMALL, 42);
    return source;
  }
}

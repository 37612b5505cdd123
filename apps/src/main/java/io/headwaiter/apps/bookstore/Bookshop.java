package io.headwaiter.apps.bookstore;

import io.headwaiter.apps.HtmlPage;
import io.headwaiter.apps.SiteLayout;
import io.headwaiter.apps.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import javax.sql.DataSource;

/** The objects that the pages of the bookstore share. Thread-safe if source and gateway are. */
final class Bookshop {
  /** The largest number of rows in a list of books. */
  static final int LIST_LIMIT = 50;

  private static final Map<String, String> WAYS_OF_FOURTEEN = new LinkedHashMap<>();
  private static final Map<String, String> WAYS_OF_EIGHT = new LinkedHashMap<>();

  static {
    WAYS_OF_FOURTEEN.put("Home", BookstorePages.HOME.path());
    WAYS_OF_FOURTEEN.put("Search", BookstorePages.SEARCH_REQUEST.path());
    WAYS_OF_FOURTEEN.put("Cart", BookstorePages.SHOPPING_CART.path());
    WAYS_OF_FOURTEEN.put("Orders", BookstorePages.ORDER_INQUIRY.path());
    WAYS_OF_EIGHT.put("Home", EightPages.HOME.path());
    WAYS_OF_EIGHT.put("Cart", EightPages.CART.path());
  }

  private final DataSource source;
  private final SiteLayout layout;
  private final Clock clock;
  private final BookstoreOptions options;
  private final PaymentGateway gateway;

  /** The number of books, which never changes: read once, 0 until then. */
  private volatile int items;

  Bookshop(
      DataSource source,
      SiteLayout layout,
      Clock clock,
      BookstoreOptions options,
      PaymentGateway gateway) {
    this.source = source;
    this.layout = layout;
    this.clock = clock;
    this.options = options;
    this.gateway = gateway;
  }

  DataSource source() {
    return source;
  }

  BookstoreOptions options() {
    return options;
  }

  PaymentGateway gateway() {
    return gateway;
  }

  SiteLayout layout() {
    return layout;
  }

  HtmlPage page(BookstorePages which) {
    return layout.page(which.heading());
  }

  HtmlPage page(BookstorePages which, String about) {
    return layout.page(which.heading() + ": " + about);
  }

  /** Returns the path of the page of one book. */
  String itemPath() {
    return fourteen() ? BookstorePages.PRODUCT_DETAIL.path() : EightPages.ITEM.path();
  }

  /** Appends links to other pages, with the customer's parameters. */
  HtmlPage ways(HtmlPage out, Visitor visitor) {
    out.open("p");
    (fourteen() ? WAYS_OF_FOURTEEN : WAYS_OF_EIGHT)
        .forEach((label, path) -> out.link(visitor.to(path), label).text(" "));
    return out.close("p");
  }

  private boolean fourteen() {
    return options.types() == BookstoreOptions.Types.FOURTEEN;
  }

  /** Returns the server's time. A page calls this once, so that its request has one time. */
  Timestamp now() {
    return new Timestamp(clock.millis());
  }

  /** Reads with the access that the options choose. */
  <T> T read(Reads.Body<T> body) throws SQLException {
    if (options.entityAccess()) {
      return body.with(new EntityReads(source, options.gap()));
    }
    try (HeldReads reads = new HeldReads(source, options.gap())) {
      return body.with(reads);
    }
  }

  /** Returns the number of a random book. */
  int anyItem(Connection c) throws SQLException {
    int known = items;
    if (known == 0) {
      known =
          Sql.first(c, "SELECT MAX(id) FROM item", row -> row.getInt(1))
              .filter(most -> most > 0)
              .orElseThrow(() -> new SQLException("The bookstore has no books; fill it first."));
      items = known;
    }
    return 1 + ThreadLocalRandom.current().nextInt(known);
  }
}

package io.headwaiter.apps.bookstore;

import io.headwaiter.apps.BatchInsert;
import io.headwaiter.apps.Dialect;
import io.headwaiter.apps.Sql;
import io.headwaiter.apps.TpcLists;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.SplittableRandom;

/**
 * Fills empty tables: countries, authors and books here, customers and orders by {@link
 * CustomerGenerator}. Searches look for the words of TPC-W: the title of book i begins with the
 * name ({@link Digsyl}) of a number from 1 to a fifth of the books, the last name of an author is
 * that of a number from 1 to a tenth.
 *
 * <p>The same seed and scale give the same rows on the same day, except that dates of customers and
 * orders are offsets from the moment of filling. The range of publication dates ends on the day of
 * filling. Not thread-safe; used once.
 */
final class BookstoreGenerator {
  private static final int RELATED = 5;
  private static final int DIGITS = 7;

  private final Connection connection;
  private final BookstoreScale scale;
  private final SplittableRandom random;
  private final BookText text;
  private final LocalDate today;
  private final CustomerGenerator customers;
  private final int[] costCents;

  BookstoreGenerator(Connection connection, BookstoreScale scale, long seed, Instant now) {
    this.connection = connection;
    this.scale = scale;
    this.random = new SplittableRandom(seed);
    this.text = new BookText(random.split());
    this.today = LocalDate.ofInstant(now, ZoneOffset.UTC);
    this.customers = new CustomerGenerator(connection, scale, random.split(), now);
    this.costCents = new int[scale.items() + 1];
  }

  /** Writes all rows and sets the generated keys to continue after them; the caller commits. */
  void fill(Dialect dialect) throws SQLException {
    fillCountries();
    fillAuthors();
    fillItems();
    customers.fill(costCents);
    Sql.execute(
        connection,
        dialect.restartIds("address", scale.addresses() + 1),
        dialect.restartIds("customer", scale.customers() + 1),
        dialect.restartIds("orders", scale.orders() + 1));
  }

  private void fillCountries() throws SQLException {
    try (BatchInsert countries =
        new BatchInsert(connection, "country", "id", "co_name", "co_exchange", "co_currency")) {
      int id = 0;
      for (String name : Choices.COUNTRIES) {
        BigDecimal exchange = BigDecimal.valueOf(between(100_000, 5_000_000), 6);
        countries.add(++id, name, exchange, "Currency " + id);
      }
      countries.flush();
    }
  }

  private void fillAuthors() throws SQLException {
    try (BatchInsert authors =
        new BatchInsert(
            connection, "author", "id", "a_fname", "a_lname", "a_mname", "a_dob", "a_bio")) {
      int names = scale.items() / 10;
      for (int id = 1; id <= scale.authors(); id++) {
        authors.add(
            id,
            text.name(3, 20),
            Digsyl.of(1 + (id - 1) % names, DIGITS),
            text.name(1, 20),
            LocalDate.of(between(1800, 1990), 1, 1).plusDays(random.nextInt(365)),
            text.between(125, 500));
      }
      authors.flush();
    }
  }

  private void fillItems() throws SQLException {
    try (BatchInsert items =
        new BatchInsert(
            connection,
            "item",
            "id",
            "i_title",
            "i_a_id",
            "i_pub_date",
            "i_publisher",
            "i_subject",
            "i_desc",
            "i_related1",
            "i_related2",
            "i_related3",
            "i_related4",
            "i_related5",
            "i_thumbnail",
            "i_image",
            "i_srp",
            "i_cost",
            "i_avail",
            "i_stock",
            "i_isbn",
            "i_page",
            "i_backing",
            "i_dimensions")) {
      for (int id = 1; id <= scale.items(); id++) {
        item(items, id);
      }
      items.flush();
    }
  }

  private void item(BatchInsert items, int id) throws SQLException {
    LocalDate published = LocalDate.of(1930, 1, 1).plusDays(random.nextInt(daysSince1930()));
    int retailCents = between(100, 999_999);
    costCents[id] = Math.max(1, retailCents - (int) (retailCents * 0.5 * random.nextDouble()));
    int[] related = related(id);
    items.add(
        id,
        Digsyl.of(1 + (id - 1) % (scale.items() / 5), DIGITS) + " " + text.between(5, 45),
        id <= scale.authors() ? id : between(1, scale.authors()),
        published,
        text.between(14, 60),
        TpcLists.SUBJECTS.get(random.nextInt(TpcLists.SUBJECTS.size())),
        text.between(100, 500),
        related[0],
        related[1],
        related[2],
        related[3],
        related[4],
        Pictures.thumbnail(id),
        Pictures.image(id, random.nextInt(100)),
        BigDecimal.valueOf(retailCents, 2),
        BigDecimal.valueOf(costCents[id], 2),
        published.plusDays(between(1, 30)),
        between(10, 30),
        text.digits(13),
        between(20, 9999),
        TpcLists.BACKINGS.get(random.nextInt(TpcLists.BACKINGS.size())),
        centimetres() + "x" + centimetres() + "x" + centimetres());
  }

  private int daysSince1930() {
    return (int) (today.toEpochDay() - LocalDate.of(1930, 1, 1).toEpochDay());
  }

  private String centimetres() {
    return between(1, 99) + "." + random.nextInt(10);
  }

  /** Returns five different books, none of them the book itself. */
  private int[] related(int id) {
    int[] related = new int[RELATED];
    int found = 0;
    while (found < RELATED) {
      int candidate = between(1, scale.items());
      boolean taken = candidate == id;
      for (int i = 0; i < found; i++) {
        taken |= related[i] == candidate;
      }
      if (!taken) {
        related[found++] = candidate;
      }
    }
    return related;
  }

  private int between(int min, int max) {
    return min + random.nextInt(max - min + 1);
  }
}

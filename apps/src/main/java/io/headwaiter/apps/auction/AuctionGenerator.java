package io.headwaiter.apps.auction;

import io.headwaiter.apps.BatchInsert;
import io.headwaiter.apps.Dialect;
import io.headwaiter.apps.Sql;
import io.headwaiter.apps.auction.Catalogue.Category;
import io.headwaiter.apps.auction.Catalogue.Region;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;

/**
 * Fills empty tables with the data of RUBiS: user i has nickname "user{i}", password "password{i}"
 * and region 1 + (i - 1) mod 62; 80 % of the items are single pieces, the others have 1 to 10
 * pieces; 40 % have a reserve price, 10 % a buy-now price; bids rise by 1 to 10; one comment per
 * item. Old items have the ids 1 to M, active ones M + 1 and up. A user's rating is the sum of the
 * comments on that user.
 *
 * <p>The same seed and scale give the same rows, except that every date is an offset from the
 * moment of filling: active auctions end 1 to 7 days after it, old ones ended up to 60 days before.
 * Ids, prices and texts do not depend on the clock. Not thread-safe; used once.
 */
final class AuctionGenerator {
  private static final int MAX_COMMENT_CHARS = 2048;
  private static final int[] RATINGS = {-5, -3, 0, 3, 5};
  private static final long DAY_MILLIS = Duration.ofDays(1).toMillis();

  private final Connection connection;
  private final AuctionScale scale;
  private final long nowMillis;
  private final SplittableRandom random;
  private final GeneratedText text;
  private final int[] ratingOfUser;
  private BatchInsert bids;
  private BatchInsert comments;
  private BatchInsert purchases;

  AuctionGenerator(Connection connection, AuctionScale scale, long seed, Instant now) {
    this.connection = connection;
    this.scale = scale;
    this.nowMillis = now.toEpochMilli();
    this.random = new SplittableRandom(seed);
    this.text = new GeneratedText(random.split());
    this.ratingOfUser = new int[scale.users() + 1];
  }

  /** Writes all rows and sets the generated keys to continue after them; the caller commits. */
  void fill(Dialect dialect) throws SQLException {
    fillCatalogue();
    try (BatchInsert newBids =
            new BatchInsert(
                connection, "bids", "user_id", "item_id", "qty", "bid", "max_bid", "bid_date");
        BatchInsert newComments =
            new BatchInsert(
                connection,
                "comments",
                "from_user_id",
                "to_user_id",
                "item_id",
                "rating",
                "comment_date",
                "comment_text");
        BatchInsert newPurchases =
            new BatchInsert(connection, "buy_now", "buyer_id", "item_id", "qty", "buy_date")) {
      bids = newBids;
      comments = newComments;
      purchases = newPurchases;
      fillOldItems();
      fillActiveItems();
      bids.flush();
      comments.flush();
      purchases.flush();
    }
    fillUsers();
    int nextItem = scale.oldItems() + scale.activeItems() + 1;
    Sql.execute(
        connection,
        dialect.restartIds("users", scale.users() + 1),
        dialect.restartIds("items", nextItem));
  }

  private void fillCatalogue() throws SQLException {
    try (BatchInsert categories = new BatchInsert(connection, "categories", "id", "name");
        BatchInsert regions = new BatchInsert(connection, "regions", "id", "name")) {
      for (Category category : Catalogue.CATEGORIES) {
        categories.add(category.id(), category.name());
      }
      for (Region region : Catalogue.REGIONS) {
        regions.add(region.id(), region.name());
      }
      categories.flush();
      regions.flush();
    }
  }

  private void fillUsers() throws SQLException {
    try (BatchInsert users =
        new BatchInsert(
            connection,
            "users",
            "id",
            "firstname",
            "lastname",
            "nickname",
            "password",
            "email",
            "rating",
            "balance",
            "creation_date",
            "region")) {
      int regions = Catalogue.REGIONS.size();
      for (int id = 1; id <= scale.users(); id++) {
        users.add(
            id,
            "Great" + id,
            "User" + id,
            "user" + id,
            "password" + id,
            "user" + id + "@auction.example",
            ratingOfUser[id],
            BigDecimal.ZERO,
            at(-between(60, 365) * DAY_MILLIS),
            1 + (id - 1) % regions);
      }
      users.flush();
    }
  }

  private void fillOldItems() throws SQLException {
    try (BatchInsert items = itemInsert("old_items")) {
      int categories = Catalogue.CATEGORIES.size();
      for (int id = 1; id <= scale.oldItems(); id++) {
        long end = -1 - random.nextLong(60 * DAY_MILLIS);
        long start = end - between(1, 7) * DAY_MILLIS;
        item(items, id, 1 + (id - 1) % categories, start, end);
      }
      items.flush();
    }
  }

  /** Adds one item to each category in turn, and skips the categories that have all their items. */
  private void fillActiveItems() throws SQLException {
    try (BatchInsert items = itemInsert("items")) {
      int id = scale.oldItems();
      int last = id + scale.activeItems();
      for (int round = 0; id < last; round++) {
        for (Category category : Catalogue.CATEGORIES) {
          if (round < scale.activeItems(category)) {
            long start = -1 - random.nextLong(7 * DAY_MILLIS);
            item(items, ++id, category.id(), start, between(1, 7) * DAY_MILLIS);
          }
        }
      }
      items.flush();
    }
  }

  private BatchInsert itemInsert(String table) throws SQLException {
    return new BatchInsert(
        connection,
        table,
        "id",
        "name",
        "description",
        "initial_price",
        "quantity",
        "reserve_price",
        "buy_now",
        "nb_of_bids",
        "max_bid",
        "start_date",
        "end_date",
        "seller",
        "category");
  }

  private void item(BatchInsert items, int id, int category, long start, long end)
      throws SQLException {
    int price = between(1, 5000);
    int quantity = random.nextInt(100) < 80 ? 1 : between(1, 10);
    int reserve = random.nextInt(100) < 40 ? price + random.nextInt(1000) : 0;
    int buyNow = random.nextInt(100) < 10 ? price + random.nextInt(1000) : 0;
    int seller = user();
    int count = random.nextInt(scale.maxBidsPerItem() + 1);
    int highest = bids(id, count, price, quantity, start, Math.min(end, 0));
    comment(id, seller, Math.min(end, 0));
    if (buyNow > 0 && end < 0) {
      purchases.add(user(), id, between(1, quantity), at(end));
    }
    items.add(
        id,
        text.itemName(id),
        text.upTo(scale.maxDescriptionChars()),
        money(price),
        quantity,
        money(reserve),
        money(buyNow),
        count,
        money(highest),
        at(start),
        at(end),
        seller,
        category);
  }

  /** Adds bids that rise with time. Returns the last and highest bid, or 0 without bids. */
  private int bids(int item, int count, int price, int quantity, long start, long end)
      throws SQLException {
    int bid = price;
    long step = count == 0 ? 0 : (end - start) / count;
    for (int i = 0; i < count; i++) {
      bid += between(1, 10);
      bids.add(
          user(),
          item,
          between(1, quantity),
          money(bid),
          money(bid + between(0, 10)),
          at(start + i * step));
    }
    return count == 0 ? 0 : bid;
  }

  private void comment(int item, int seller, long when) throws SQLException {
    int rating = RATINGS[random.nextInt(RATINGS.length)];
    ratingOfUser[seller] += rating;
    comments.add(user(), seller, item, rating, at(when), text.upTo(MAX_COMMENT_CHARS));
  }

  private int user() {
    return between(1, scale.users());
  }

  private int between(int min, int max) {
    return min + random.nextInt(max - min + 1);
  }

  private static BigDecimal money(int whole) {
    return BigDecimal.valueOf(whole);
  }

  private Timestamp at(long offsetMillis) {
    return new Timestamp(nowMillis + offsetMillis);
  }
}

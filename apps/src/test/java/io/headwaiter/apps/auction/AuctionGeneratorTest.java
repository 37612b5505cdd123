package io.headwaiter.apps.auction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.headwaiter.apps.Sql;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The generated rows: as many as requested, consistent with each other, the same for the same seed.
 */
@Tag("slow")
class AuctionGeneratorTest {
  private static final Instant NOW = Instant.parse("2026-11-20T10:00:00Z");
  private static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);
  private static final AuctionScale MIDDLE = new AuctionScale(500, 400, 0.03, 19, 200);

  private static HikariDataSource filled(AuctionScale scale, long seed) {
    HikariDataSource source = Shops.empty();
    AuctionFill.createAndFill(source, scale, seed, CLOCK);
    return source;
  }

  private static List<String> dump(DataSource source) throws SQLException {
    List<String> rows = new ArrayList<>();
    for (String table : AuctionSchema.TABLES) {
      String order = table.equals("auction_meta") ? "" : " ORDER BY id";
      Sql.read(
          source,
          c ->
              rows.addAll(
                  Sql.list(c, "SELECT * FROM " + table + order, AuctionGeneratorTest::line)));
    }
    return rows;
  }

  private static String line(ResultSet row) throws SQLException {
    StringBuilder line = new StringBuilder();
    for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
      line.append(row.getString(i)).append('|');
    }
    return line.toString();
  }

  private static long number(DataSource source, String query, Object... values)
      throws SQLException {
    return Sql.read(source, c -> Sql.first(c, query, row -> row.getLong(1), values).orElseThrow());
  }

  @Test
  void rowsAreDeterminedBySeed() throws Exception {
    try (HikariDataSource first = filled(Shops.TINY, 7);
        HikariDataSource second = filled(Shops.TINY, 7);
        HikariDataSource third = filled(Shops.TINY, 8)) {
      assertThat(dump(second)).isEqualTo(dump(first));
      assertThat(dump(third)).isNotEqualTo(dump(first));
    }
  }

  @Test
  void rowCountsMatchTheScale() throws Exception {
    try (HikariDataSource source = filled(MIDDLE, 1)) {
      int items = MIDDLE.activeItems();
      assertThat(number(source, "SELECT COUNT(*) FROM categories")).isEqualTo(20);
      assertThat(number(source, "SELECT COUNT(*) FROM regions")).isEqualTo(62);
      assertThat(number(source, "SELECT COUNT(*) FROM users")).isEqualTo(500);
      assertThat(number(source, "SELECT COUNT(*) FROM old_items")).isEqualTo(400);
      assertThat(number(source, "SELECT COUNT(*) FROM items")).isEqualTo(items);
      assertThat(number(source, "SELECT COUNT(*) FROM comments")).isEqualTo(400 + items);
      assertThat(number(source, "SELECT COUNT(*) FROM items WHERE category = 6"))
          .isEqualTo(Math.round(7521 * 0.03));
      assertThat(number(source, "SELECT region FROM users WHERE id = 64")).isEqualTo(2);
      assertThat(number(source, "SELECT COUNT(*) FROM bids") / (400.0 + items))
          .isBetween(8.5, 10.5);
      assertThat(number(source, "SELECT MAX(CHAR_LENGTH(description)) FROM items"))
          .isBetween(180L, 200L);
    }
  }

  @Test
  void itemKindSharesMatchTheOriginal() throws Exception {
    try (HikariDataSource source = filled(MIDDLE, 2)) {
      double items = MIDDLE.activeItems();
      String count = "SELECT COUNT(*) FROM items WHERE ";
      // 80 % and a tenth of the other 20 %, which also draw a quantity of 1; four sigma is 0.05.
      assertThat(number(source, count + "quantity = 1") / items).isBetween(0.77, 0.87);
      assertThat(number(source, count + "reserve_price > 0") / items).isBetween(0.33, 0.47);
      assertThat(number(source, count + "buy_now > 0") / items).isBetween(0.06, 0.14);
    }
  }

  @Test
  void rowsAgreeWithEachOther() throws Exception {
    try (HikariDataSource source = filled(MIDDLE, 3)) {
      for (String table : new String[] {"items", "old_items"}) {
        assertThat(
                number(
                    source,
                    "SELECT COUNT(*) FROM "
                        + table
                        + " i WHERE nb_of_bids <>"
                        + " (SELECT COUNT(*) FROM bids b WHERE b.item_id = i.id) OR max_bid <>"
                        + " (SELECT COALESCE(MAX(bid), 0) FROM bids b WHERE b.item_id = i.id)"))
            .isZero();
        assertThat(
                number(
                    source,
                    "SELECT COUNT(*) FROM "
                        + table
                        + " i WHERE NOT EXISTS"
                        + " (SELECT 1 FROM comments m WHERE m.item_id = i.id AND m.to_user_id = i.seller)"))
            .isZero();
      }
      assertThat(
              number(
                  source,
                  "SELECT COUNT(*) FROM users u WHERE rating <> (SELECT"
                      + " COALESCE(SUM(rating), 0) FROM comments m WHERE m.to_user_id = u.id)"))
          .isZero();
      assertThat(number(source, "SELECT COUNT(*) FROM items i JOIN old_items o ON o.id = i.id"))
          .isZero();
      assertThat(number(source, "SELECT COUNT(*) FROM buy_now")).isPositive();
    }
  }

  @Test
  void activeAuctionsAreOpenAndOldOnesEnded() throws Exception {
    try (HikariDataSource source = filled(MIDDLE, 4)) {
      java.sql.Timestamp now = java.sql.Timestamp.from(NOW);
      java.sql.Timestamp tomorrow = java.sql.Timestamp.from(NOW.plusSeconds(86_400));
      assertThat(number(source, "SELECT COUNT(*) FROM items WHERE end_date < ?", tomorrow))
          .isZero();
      assertThat(number(source, "SELECT COUNT(*) FROM old_items WHERE end_date >= ?", now))
          .isZero();
      assertThat(number(source, "SELECT COUNT(*) FROM bids WHERE bid_date > ?", now)).isZero();
    }
  }

  @Test
  void ignoresSameFillAndRefusesDifferentFill() throws Exception {
    try (HikariDataSource source = filled(Shops.TINY, 5)) {
      List<String> before = dump(source);
      Auction.createAndFill(source, Shops.TINY, 5);
      assertThat(dump(source)).isEqualTo(before);
      assertThatThrownBy(() -> Auction.createAndFill(source, Shops.TINY, 6))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContainingAll("holds an auction with seed 5", "asked for are seed 6", "drop");
      assertThatThrownBy(() -> Auction.createAndFill(source, MIDDLE, 5))
          .hasMessageContainingAll("users=120", "users=500");
      assertThat(dump(source)).isEqualTo(before);
    }
  }

  @Test
  void recognisesInterruptedFill() throws Exception {
    try (HikariDataSource source = filled(Shops.TINY, 5)) {
      Sql.read(source, c -> Sql.update(c, "DELETE FROM auction_meta"));
      assertThatThrownBy(() -> Auction.createAndFill(source, Shops.TINY, 5))
          .hasMessageContainingAll("broke off", "drop the tables");
      Sql.read(source, c -> Sql.update(c, "DROP TABLE auction_meta"));
      assertThatThrownBy(() -> Auction.createAndFill(source, Shops.TINY, 5))
          .hasMessageContainingAll("no finished auction", "drop the tables");
    }
  }

  @Test
  void theOriginalScaleHasTheOriginalNumbers() {
    AuctionScale original = AuctionScale.original();
    assertThat(original.users()).isEqualTo(1_000_000);
    assertThat(original.oldItems()).isEqualTo(500_000);
    assertThat(original.activeItems()).isEqualTo(32_667);
    assertThat(AuctionScale.demo().users()).isEqualTo(10_000);
    assertThat(AuctionScale.demo().activeItems()).isBetween(3_260, 3_275);
    assertThat(AuctionScale.fraction(0.000001).activeItems()).isEqualTo(20);
  }

  @Test
  void impossibleScalesAreRefused() {
    assertThatThrownBy(() -> AuctionScale.fraction(0))
        .hasMessage("The fraction is 0.0; give more than 0 and at most 5.");
    assertThatThrownBy(() -> AuctionScale.fraction(Double.NaN)).hasMessageContaining("NaN");
    assertThatThrownBy(() -> new AuctionScale(0, 1, 1, 1, 1))
        .hasMessage("users is 0; give a whole number from 1 to 5000000.");
    assertThatThrownBy(() -> new AuctionScale(1, 1, 1, 1, 9000)).hasMessageContaining("8192");
    assertThatThrownBy(() -> new AuctionScale(1, 1, 101, 1, 1)).hasMessageContaining("at most 100");
  }
}

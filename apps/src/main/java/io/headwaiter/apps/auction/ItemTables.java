package io.headwaiter.apps.auction;

import io.headwaiter.apps.HtmlPage;
import io.headwaiter.apps.Url;
import io.headwaiter.apps.auction.ItemQueries.Line;
import io.headwaiter.apps.auction.UserQueries.Comment;
import java.sql.Timestamp;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;

/** Tables, links and dates that several pages show. */
final class ItemTables {
  private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm");

  private ItemTables() {}

  static Url item(int id) {
    return Url.of(AuctionPages.VIEW_ITEM.path()).with("itemId", id);
  }

  static Url user(int id) {
    return Url.of(AuctionPages.VIEW_USER_INFO.path()).with("userId", id);
  }

  /** Returns date and time in UTC, to the minute. */
  static String date(Timestamp when) {
    return DATE.format(when.toInstant().atOffset(ZoneOffset.UTC));
  }

  /** Appends a table of items. */
  static HtmlPage lines(HtmlPage out, List<Line> lines) {
    out.table("Item", "Price", "Bids", "Ends (UTC)");
    for (Line line : lines) {
      out.open("tr")
          .cell(item(line.id()), line.name())
          .cell(line.price())
          .cell(line.bids())
          .cell(date(line.end()))
          .close("tr");
    }
    return out.endTable();
  }

  /** Appends comments with their authors. */
  static HtmlPage comments(HtmlPage out, List<Comment> comments) {
    out.element("h2", "Comments");
    if (comments.isEmpty()) {
      return out.element("p", "Nobody has written a comment yet.");
    }
    out.open("dl");
    for (Comment comment : comments) {
      out.open("dt").link(user(comment.author()), comment.nickname());
      out.text(" rates ").text(comment.rating()).text(" on " + date(comment.when()) + ", about ");
      out.link(item(comment.item()), "item " + comment.item()).close("dt");
      out.element("dd", comment.text());
    }
    out.close("dl");
    return newestOnly(out, comments.size());
  }

  /** Appends a note if a list has reached its limit. */
  static HtmlPage newestOnly(HtmlPage out, int shown) {
    return shown < Shop.LIST_LIMIT
        ? out
        : out.element("p", "Only " + Shop.LIST_LIMIT + " entries are shown.");
  }
}

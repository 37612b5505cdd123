package io.headwaiter.apps.auction;

import io.headwaiter.apps.HtmlPage;
import io.headwaiter.apps.PageError;
import io.headwaiter.apps.Parameters;
import io.headwaiter.apps.Sql;
import io.headwaiter.apps.auction.UserQueries.User;
import java.sql.SQLException;
import java.sql.Timestamp;

/** Interactions 18 to 20: comment on a user. */
final class CommentPages {
  private static final int MAX_COMMENT_CHARS = 2048;
  private static final int MAX_RATING = 5;

  private final Shop shop;

  CommentPages(Shop shop) {
    this.shop = shop;
  }

  HtmlPage putCommentAuth(Parameters in) {
    int item = in.id("itemId");
    int to = in.id("to");
    HtmlPage out = shop.page("Comment: who are you?").form(AuctionPages.PUT_COMMENT.path(), "get");
    return Credentials.fields(out.hidden("itemId", item).hidden("to", to)).endForm("Go on");
  }

  HtmlPage putComment(Parameters in) throws SQLException {
    int itemId = in.id("itemId");
    int to = in.id("to");
    Credentials who = Credentials.of(in);
    record Found(User author, Item item, User to) {}
    Found found =
        Sql.read(
            shop.source(),
            c ->
                new Found(
                    UserQueries.authenticate(c, who),
                    ItemQueries.get(c, itemId),
                    UserQueries.get(c, to)));
    HtmlPage out = shop.page("Comment on " + found.to().nickname());
    out.open("p").text("About ").link(ItemTables.item(itemId), found.item().name()).close("p");
    out.form(AuctionPages.STORE_COMMENT.path(), "post").hidden("itemId", itemId).hidden("to", to);
    out.hidden("from", found.author().id());
    out.markup(
        "<p><label>Rating <select name=\"rating\"><option value=\"5\">Excellent</option>"
            + "<option value=\"3\">Good</option><option value=\"0\" selected=\"selected\">Neutral</option>"
            + "<option value=\"-3\">Poor</option><option value=\"-5\">Bad</option></select></label></p>");
    return out.textarea("Comment", "comment", MAX_COMMENT_CHARS).endForm("Send");
  }

  HtmlPage storeComment(Parameters in) throws SQLException {
    int item = in.id("itemId");
    int to = in.id("to");
    int from = in.id("from");
    int rating = in.integer("rating", -MAX_RATING, MAX_RATING);
    String comment = in.text("comment", 1, MAX_COMMENT_CHARS);
    Timestamp now = shop.now();
    Sql.inTransaction(
        shop.source(),
        c -> {
          ItemQueries.get(c, item);
          UserQueries.get(c, from);
          if (!UserQueries.rate(c, to, rating)) {
            throw PageError.notFound("There is no user with the number " + to + ".");
          }
          return UserQueries.insertComment(c, from, to, item, rating, now, comment);
        });
    return shop.page("Thank you for your comment")
        .linkLine(ItemTables.user(to), "All comments on this user")
        .linkLine(ItemTables.item(item), "Back to the item");
  }
}

package io.headwaiter.apps.auction;

import io.headwaiter.apps.HtmlPage;
import io.headwaiter.apps.PageError;
import io.headwaiter.apps.Parameters;
import io.headwaiter.apps.Sql;
import io.headwaiter.apps.auction.ItemQueries.Line;
import io.headwaiter.apps.auction.UserQueries.Comment;
import io.headwaiter.apps.auction.UserQueries.User;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.util.List;

/** Interactions 2 and 26: register as a user, and show the user's own data. */
final class UserPages {
  private static final Duration RECENT = Duration.ofDays(30);

  private final Shop shop;

  UserPages(Shop shop) {
    this.shop = shop;
  }

  HtmlPage registerUser(Parameters in) throws SQLException {
    Credentials who = Credentials.of(in);
    String email = in.text("email", 3, 50);
    if (!email.matches("[^@\\s]+@[^@\\s]+")) {
      throw PageError.badRequest("The parameter email is not an address; give name@host.");
    }
    User wanted =
        new User(
            0,
            in.text("firstname", 1, 20),
            in.text("lastname", 1, 20),
            who.nickname(),
            email,
            0,
            shop.now(),
            0);
    String region = in.text("region", 1, 25);
    User user;
    try {
      user = Sql.inTransaction(shop.source(), c -> register(c, wanted, who.password(), region));
    } catch (SQLException e) {
      throw lostRace(e, who);
    }
    HtmlPage out = shop.page("Welcome, " + user.nickname());
    return ViewPages.facts(out, user).element("p", "Your region is " + region + ".");
  }

  private static User register(Connection c, User wanted, String password, String region)
      throws SQLException {
    int regionId = BrowsePages.region(c, region).id();
    if (UserQueries.nicknameTaken(c, wanted.nickname())) {
      throw nicknameTaken(wanted.nickname());
    }
    User complete =
        new User(
            0,
            wanted.firstname(),
            wanted.lastname(),
            wanted.nickname(),
            wanted.email(),
            0,
            wanted.since(),
            regionId);
    return UserQueries.get(c, UserQueries.insert(c, complete, password));
  }

  /**
   * Turns a broken constraint (SQL state 23xxx) into a 409: another user took the nickname after
   * the page had looked it up.
   */
  private static SQLException lostRace(SQLException e, Credentials who) {
    if (e.getSQLState() != null && e.getSQLState().startsWith("23")) {
      throw nicknameTaken(who.nickname());
    }
    return e;
  }

  private static PageError nicknameTaken(String nickname) {
    return PageError.conflict("The nickname " + nickname + " is taken; choose another one.");
  }

  HtmlPage aboutMe(Parameters in) throws SQLException {
    Credentials who = Credentials.of(in);
    Timestamp now = shop.now();
    Account account = Sql.read(shop.source(), c -> Account.of(c, who, now));
    HtmlPage out = shop.page("About me: " + account.user().nickname());
    ViewPages.facts(out, account.user());
    items(out, "Items you have bid on", account.bidOn());
    items(out, "Items you won in the last 30 days", account.won());
    items(out, "Items you bought in the last 30 days", account.bought());
    items(out, "Items you are selling", account.selling());
    items(out, "Items you sold in the last 30 days", account.sold());
    return ItemTables.comments(out, account.comments());
  }

  private static void items(HtmlPage out, String title, List<Line> lines) {
    out.element("h2", title);
    if (lines.isEmpty()) {
      out.element("p", "None.");
      return;
    }
    ItemTables.newestOnly(ItemTables.lines(out, lines), lines.size());
  }

  private record Account(
      User user,
      List<Line> bidOn,
      List<Line> won,
      List<Line> bought,
      List<Line> selling,
      List<Line> sold,
      List<Comment> comments) {
    static Account of(Connection c, Credentials who, Timestamp now) throws SQLException {
      User user = UserQueries.authenticate(c, who);
      Timestamp since = new Timestamp(now.getTime() - RECENT.toMillis());
      return new Account(
          user,
          ItemQueries.bidOn(c, user.id(), now),
          ItemQueries.won(c, user.id(), since, now),
          ItemQueries.bought(c, user.id(), since),
          ItemQueries.selling(c, user.id(), now),
          ItemQueries.sold(c, user.id(), since, now),
          UserQueries.commentsOn(c, user.id()));
    }
  }
}

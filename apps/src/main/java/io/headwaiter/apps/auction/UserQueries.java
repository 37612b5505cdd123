package io.headwaiter.apps.auction;

import io.headwaiter.apps.PageError;
import io.headwaiter.apps.Sql;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.List;

/** Reads and writes users and the comments on them. */
final class UserQueries {
  private static final String COLUMNS =
      "u.id, u.firstname, u.lastname, u.nickname, u.email, u.rating, u.creation_date, u.region";

  private UserQueries() {}

  /** A user without the password. */
  record User(
      int id,
      String firstname,
      String lastname,
      String nickname,
      String email,
      int rating,
      Timestamp since,
      int region) {
    static User read(ResultSet row) throws SQLException {
      return new User(
          row.getInt(1),
          row.getString(2),
          row.getString(3),
          row.getString(4),
          row.getString(5),
          row.getInt(6),
          row.getTimestamp(7),
          row.getInt(8));
    }
  }

  /** A comment on a user with its author. */
  record Comment(int author, String nickname, int item, int rating, Timestamp when, String text) {}

  /** Returns the user with this number, or throws a 404. */
  static User get(Connection c, int id) throws SQLException {
    return Sql.first(c, "SELECT " + COLUMNS + " FROM users u WHERE u.id = ?", User::read, id)
        .orElseThrow(() -> PageError.notFound("There is no user with the number " + id + "."));
  }

  /** Returns the user with this nickname and password, or throws a 403. */
  static User authenticate(Connection c, Credentials who) throws SQLException {
    return Sql.first(
            c,
            "SELECT " + COLUMNS + " FROM users u WHERE u.nickname = ? AND u.password = ?",
            User::read,
            who.nickname(),
            who.password())
        .orElseThrow(
            () ->
                PageError.forbidden(
                    "There is no user "
                        + who.nickname()
                        + " with this password. Go back and enter"
                        + " both again, or register first."));
  }

  /** Returns the newest comments on a user, at most {@link Shop#LIST_LIMIT}. */
  static List<Comment> commentsOn(Connection c, int user) throws SQLException {
    return Sql.list(
        c,
        "SELECT m.from_user_id, u.nickname, m.item_id, m.rating, m.comment_date, m.comment_text"
            + " FROM comments m JOIN users u ON u.id = m.from_user_id WHERE m.to_user_id = ?"
            + " ORDER BY m.comment_date DESC, m.id DESC FETCH FIRST ? ROWS ONLY",
        row ->
            new Comment(
                row.getInt(1),
                row.getString(2),
                row.getInt(3),
                row.getInt(4),
                row.getTimestamp(5),
                row.getString(6)),
        user,
        Shop.LIST_LIMIT);
  }

  static boolean nicknameTaken(Connection c, String nickname) throws SQLException {
    return Sql.first(c, "SELECT id FROM users WHERE nickname = ?", row -> row.getInt(1), nickname)
        .isPresent();
  }

  static int insert(Connection c, User user, String password) throws SQLException {
    return Sql.insert(
        c,
        "INSERT INTO users (firstname, lastname, nickname, password, email, rating, balance,"
            + " creation_date, region) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        user.firstname(),
        user.lastname(),
        user.nickname(),
        password,
        user.email(),
        user.rating(),
        BigDecimal.ZERO,
        user.since(),
        user.region());
  }

  /** Adds to the rating of a user; returns false if there is no such user. */
  static boolean rate(Connection c, int user, int rating) throws SQLException {
    return Sql.update(c, "UPDATE users SET rating = rating + ? WHERE id = ?", rating, user) == 1;
  }

  static int insertComment(
      Connection c, int from, int to, int item, int rating, Timestamp now, String text)
      throws SQLException {
    return Sql.insert(
        c,
        "INSERT INTO comments (from_user_id, to_user_id, item_id, rating, comment_date,"
            + " comment_text) VALUES (?, ?, ?, ?, ?, ?)",
        from,
        to,
        item,
        rating,
        now,
        text);
  }
}

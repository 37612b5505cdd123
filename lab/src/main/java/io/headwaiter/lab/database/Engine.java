package io.headwaiter.lab.database;

import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;

/** What is particular to one server program. Stateless. */
interface Engine {
  /** The name of the database and of its user. */
  String NAME = "shop";

  /** Account that the system's package makes for it; a server refuses to run as root. */
  String account();

  /**
   * Makes an empty data folder with {@link #NAME}'s user and database, or with what makes them at
   * the first start.
   *
   * @throws IOException when a program is missing or fails; the sentence says which and what to do
   */
  void initialise(DatabaseFolder folder, String password) throws IOException, InterruptedException;

  /** The command that becomes the server. */
  List<String> command(DatabaseFolder folder, DatabaseSettings settings, int port)
      throws IOException;

  /** The line of its log that says it accepts connections. */
  Pattern ready();

  /** The line of its log that says that somebody else has its port. */
  Pattern portTaken();

  /** The signal that ends it in order, without waiting for its users. */
  String stopSignal();

  /** The signal that ends it at once, and leaves nothing behind outside of its folder. */
  String abandonSignal();

  /** Removes what a server that was killed has left outside of its folder. */
  default void sweep(DatabaseFolder folder) throws IOException, InterruptedException {}
}

package io.headwaiter.lab.database;

import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;

/** The properties of one server program. Stateless. */
interface Engine {
  /** The name of the database and of its user. */
  String NAME = "shop";

  /**
   * Returns the account that the system's package makes for the server, which refuses to run as
   * root.
   */
  String account();

  /**
   * Creates an empty data folder with {@link #NAME}'s user and database, or with a file that
   * creates them at the first start.
   *
   * @throws IOException if a program is missing or fails; the message says which and what to do
   */
  void initialise(DatabaseFolder folder, String password) throws IOException, InterruptedException;

  /** Returns the command that becomes the server. */
  List<String> command(DatabaseFolder folder, DatabaseSettings settings, int port)
      throws IOException;

  /** Returns the line of the log that says that the server accepts connections. */
  Pattern ready();

  /** Returns the line of the log that says that another process has the port. */
  Pattern portTaken();

  /** Returns the signal that ends the server in order, without waiting for its clients. */
  String stopSignal();

  /** Returns the signal that ends the server at once, and leaves nothing outside of its folder. */
  String abandonSignal();

  /** Removes what a killed server has left outside of its folder. */
  default void sweep(DatabaseFolder folder) throws IOException, InterruptedException {}
}

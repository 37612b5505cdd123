package io.headwaiter.boot;

/** A shop that serves. */
interface RunningShop extends AutoCloseable {
  /** The address of its page. */
  String PAGE = "/page";

  /** A port that there is not. */
  int NO_PORT = -1;

  /** Returns the port of its page. */
  int port();

  /** Returns the port of Headwaiter's dashboard; {@link #NO_PORT} without Headwaiter. */
  int adminPort();

  @Override
  void close();
}

package io.headwaiter.trace;

import io.headwaiter.core.trace.Stage;

/**
 * What a row of a trace does at an instant: a stage of a connection, which a worker that works on
 * it shares, or the state of a database connection. The numbers and colours are those in the files.
 */
public enum State {
  /** A connection without a request, a worker without work. */
  IDLE(Stage.IDLE, 0, "c9d3e0"),
  HELLO(Stage.HELLO, 1, "b8a6e0"),
  VERIFICATION(Stage.VERIFICATION, 2, "8f7bd1"),
  WAITING(Stage.WAITING, 3, "f2c14e"),
  QUEUE(Stage.QUEUE, 4, "f28e2b"),
  FULL_HANDSHAKE(Stage.FULL_HANDSHAKE, 5, "c0392b"),
  RESUMED_HANDSHAKE(Stage.RESUMED_HANDSHAKE, 6, "e57373"),
  REQUEST(Stage.REQUEST, 7, "76b7b2"),
  SERVICE(Stage.SERVICE, 8, "4e79a7"),
  CONNECTION_WAIT(Stage.CONNECTION_WAIT, 9, "ff5da2"),
  SERVICE_WITH_CONNECTION(Stage.SERVICE_WITH_CONNECTION, 10, "2b5783"),
  WRITE(Stage.WRITE, 11, "59a14f"),
  FAILED_HANDSHAKE(Stage.FAILED_HANDSHAKE, 12, "7f0000"),
  /** A database connection in its pool. */
  IN_POOL("in pool", 20, "dfe5ec"),
  /** A database connection that a request holds. */
  HELD("held", 21, "9c755f");

  private final int number;
  private final String label;
  private final String colour;

  State(Stage stage, int number, String colour) {
    this(stage.words(), number, colour);
  }

  State(String label, int number, String colour) {
    this.number = number;
    this.label = label;
    this.colour = colour;
  }

  /** Returns its number in a Paraver trace. */
  public int number() {
    return number;
  }

  /** Returns its name for people. */
  public String label() {
    return label;
  }

  /** Returns its colour, six hexadecimal digits for red, green and blue. */
  public String colour() {
    return colour;
  }
}

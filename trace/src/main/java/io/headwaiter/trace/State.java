package io.headwaiter.trace;

/** What a row of a trace does at an instant. The numbers and colours are those in the files. */
public enum State {
  /** A connection without a request, a worker without work. */
  IDLE(0, "idle", "c9d3e0"),
  /** A connection whose ClientHello has not come as a whole. */
  HELLO(1, "hello", "b8a6e0"),
  /** A claim to resume is looked up. */
  VERIFICATION(2, "verification", "8f7bd1"),
  /** A new visit in the waiting room. */
  WAITING(3, "waiting room", "f2c14e"),
  /** Bytes have come, and no worker has begun to read them. */
  QUEUE(4, "queue", "f28e2b"),
  /** A full handshake. */
  FULL_HANDSHAKE(5, "full handshake", "c0392b"),
  /** A resumed handshake. */
  RESUMED_HANDSHAKE(6, "resumed handshake", "e57373"),
  /** A request is read and parsed. */
  REQUEST(7, "request", "76b7b2"),
  /** The application serves a request without a database connection. */
  SERVICE(8, "service", "4e79a7"),
  /** A request waits for a database connection. */
  CONNECTION_WAIT(9, "connection wait", "ff5da2"),
  /** The application serves a request and holds a database connection. */
  SERVICE_WITH_CONNECTION(10, "service with connection", "2b5783"),
  /** The reply is sent. */
  WRITE(11, "write", "59a14f"),
  /** A handshake that did not end: the client or the server closed the connection. */
  FAILED_HANDSHAKE(12, "failed handshake", "7f0000"),
  /** A database connection in its pool. */
  IN_POOL(20, "in pool", "dfe5ec"),
  /** A database connection that a request holds. */
  HELD(21, "held", "9c755f");

  private final int number;
  private final String label;
  private final String colour;

  State(int number, String label, String colour) {
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

package io.headwaiter.telemetry;

import org.jspecify.annotations.Nullable;

/**
 * Reports what workers, requests and connections do as JFR events, which a recording must enable:
 * {@code io.headwaiter.Turn}, {@code io.headwaiter.Request} and {@code io.headwaiter.Connection}.
 *
 * <p>Thread-safe. While no recording enables them, each call costs one check of a flag and
 * allocates nothing.
 */
public final class TraceEvents {
  // Used only to check whether events of their kind are enabled.
  private static final TurnEvent TURNS = new TurnEvent();
  private static final RequestEvent REQUESTS = new RequestEvent();
  private static final ConnectionEvent CONNECTIONS = new ConnectionEvent();

  private TraceEvents() {}

  /** The life of a connection. Times are of {@link System#nanoTime}, 0 if never reached. */
  public record Life(
      long connection,
      String entry,
      long acceptedNanos,
      long admittedNanos,
      long handshakeNanos,
      boolean resumed,
      long firstRequestNanos,
      End end) {}

  /**
   * The end of a connection.
   *
   * @param stage where it was when it was closed
   * @param by who closed it: client, container or headwaiter
   * @param cause why Headwaiter closed it; null if it did not
   */
  public record End(long nanos, String stage, String by, @Nullable String cause) {}

  /** The use of database connections by a request. */
  public record ConnectionUse(long waitNanos, long holdNanos) {}

  /** Returns whether turns are recorded. */
  public static boolean areTurnsOn() {
    return TURNS.isEnabled();
  }

  /** Returns whether requests are recorded. */
  public static boolean areRequestsOn() {
    return REQUESTS.isEnabled();
  }

  /** Returns whether connections are recorded. */
  public static boolean areConnectionsOn() {
    return CONNECTIONS.isEnabled();
  }

  /**
   * Reports the turn that the calling thread has just ended.
   *
   * @param handshake whether the handshake was not done when it began
   */
  public static void turn(
      long connection, boolean handshake, long waitedNanos, long beganNanos, long endedNanos) {
    TurnEvent event = new TurnEvent();
    event.connection = connection;
    event.handshake = handshake;
    event.waitedNanos = waitedNanos;
    event.beganNanos = beganNanos;
    event.endedNanos = endedNanos;
    event.commit();
  }

  /** Reports a request that has ended. */
  public static void request(
      long connection,
      String type,
      int status,
      long beganNanos,
      long endedNanos,
      ConnectionUse use) {
    RequestEvent event = new RequestEvent();
    event.connection = connection;
    event.type = type;
    event.status = status;
    event.beganNanos = beganNanos;
    event.endedNanos = endedNanos;
    event.connectionWaitNanos = use.waitNanos();
    event.connectionHoldNanos = use.holdNanos();
    event.commit();
  }

  /** Reports a connection that was closed. */
  public static void connection(Life life) {
    ConnectionEvent event = new ConnectionEvent();
    event.connection = life.connection();
    event.entry = life.entry();
    event.acceptedNanos = life.acceptedNanos();
    event.admittedNanos = life.admittedNanos();
    event.handshakeNanos = life.handshakeNanos();
    event.resumed = life.resumed();
    event.firstRequestNanos = life.firstRequestNanos();
    event.closedNanos = life.end().nanos();
    event.stage = life.end().stage();
    event.endedBy = life.end().by();
    event.cause = life.end().cause();
    event.commit();
  }
}

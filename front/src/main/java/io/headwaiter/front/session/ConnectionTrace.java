package io.headwaiter.front.session;

import io.headwaiter.core.trace.Stage;
import io.headwaiter.door.AdmittedConnection;
import io.headwaiter.telemetry.TraceEvents;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The times of a connection, for a trace. While none is recorded it keeps a few numbers and reports
 * nothing. Threads that work on the connection take turns, so that each turn is of one thread.
 */
final class ConnectionTrace {
  private final long number;
  private final AdmittedConnection admitted;
  private volatile long handshakeNanos;
  private volatile boolean resumed;
  private volatile boolean clientLeft;
  private volatile long firstRequestNanos;
  // Of the turn under way; 0 if none is recorded.
  private long turnNanos;
  private long waitedNanos;
  private boolean turnBeganInHandshake;

  /**
   * @param number of the connection since the start, from 1
   */
  ConnectionTrace(long number, AdmittedConnection admitted) {
    this.number = number;
    this.admitted = admitted;
  }

  long number() {
    return number;
  }

  void turnBegins(long waited) {
    if (TraceEvents.areTurnsOn()) {
      turnNanos = System.nanoTime();
      waitedNanos = waited;
      turnBeganInHandshake = handshakeNanos == 0;
    }
  }

  void turnEnds() {
    if (turnNanos != 0) {
      TraceEvents.turn(number, turnBeganInHandshake, waitedNanos, turnNanos, System.nanoTime());
      turnNanos = 0;
    }
  }

  void handshakeDone(boolean isResumed) {
    resumed = isResumed;
    handshakeNanos = System.nanoTime();
  }

  void clientLeaves() {
    clientLeft = true;
  }

  void firstRequestCame(long nowNanos) {
    firstRequestNanos = nowNanos;
  }

  /**
   * Reports its end.
   *
   * @param cause why the watch closed it; null if it did not
   */
  void closed(Stage stage, @Nullable String cause) {
    if (TraceEvents.areConnectionsOn()) {
      TraceEvents.connection(
          new TraceEvents.Life(
              number,
              admitted.entry().name().toLowerCase(Locale.ROOT),
              admitted.arrivedNanos(),
              admitted.admittedNanos(),
              handshakeNanos,
              resumed,
              firstRequestNanos,
              new TraceEvents.End(System.nanoTime(), stage.words(), endedBy(cause), cause)));
    }
  }

  private String endedBy(@Nullable String cause) {
    if (cause != null) {
      return "headwaiter";
    }
    return clientLeft ? "client" : "container";
  }
}

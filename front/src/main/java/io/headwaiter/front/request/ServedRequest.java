package io.headwaiter.front.request;

import io.headwaiter.core.profile.ConnectionUseRecorder;
import io.headwaiter.front.session.OpenConnection;
import io.headwaiter.telemetry.RequestTypes;
import io.headwaiter.telemetry.ServerMeters;
import io.headwaiter.telemetry.TraceEvents;
import org.jspecify.annotations.Nullable;

/**
 * A request from {@link Turn#requestBegins} to its end, on any threads. Connectors attach it to the
 * request, so that its use of the database is recorded with this request and under its type,
 * whichever code reports it, where and when. Thread-safe.
 */
public final class ServedRequest implements ConnectionUseRecorder {
  private static final int STATUS_SERVER_ERROR = 500;

  private final ServerMeters meters;
  private final long beganNanos;
  private final long workerWaitNanos;
  // 0 if it is not known.
  private volatile long connection;
  // The filter and the connector ask for the same path, one after the other.
  private volatile @Nullable Named named;
  // Guarded by this.
  private boolean left;
  private long leftNanos;
  private int connectionsAsked;
  private long connectionWaitNanos;
  private long connectionHoldNanos;
  private long connectionIdleNanos;
  private long notProcessingNanos;
  // Null until the request is over.
  private RequestTypes.@Nullable Type entered;

  public ServedRequest(ServerMeters meters, long beganNanos, long workerWaitNanos) {
    this.meters = meters;
    this.beganNanos = beganNanos;
    this.workerWaitNanos = workerWaitNanos;
  }

  /**
   * Returns whether the current thread serves it: from its beginning to its end, unless the turn
   * ends before, or goes on to another request.
   */
  public boolean isServedHere() {
    return Turn.serves(this);
  }

  /** Sets the connection on which it came, for a trace; null if that is not known. */
  public void setConnection(@Nullable OpenConnection known) {
    connection = known == null ? 0 : known.number();
  }

  @Override
  public String typeOf(String path) {
    Named before = named;
    if (before != null && before.path.equals(path)) {
      return before.type;
    }
    String type = meters.requestTypes().nameOf(path);
    named = path == null ? null : new Named(path, type);
    return type;
  }

  /**
   * Records that its turn leaves it before its end: it is asynchronous, or still being written out.
   */
  public synchronized void leave(long nowNanos) {
    left = true;
    leftNanos = nowNanos;
  }

  /**
   * Records its use of connections. The type is its own, whatever the caller passes. Time reported
   * on the thread that serves it was not processing.
   */
  @Override
  public synchronized void used(
      String type, int connectionRequests, long waitNanos, long holdNanos, long idleNanos) {
    if (entered != null) {
      entered.connectionsUsed(connectionRequests, waitNanos, holdNanos, idleNanos);
      return;
    }
    connectionsAsked += connectionRequests;
    connectionWaitNanos += waitNanos;
    connectionHoldNanos += holdNanos;
    connectionIdleNanos += idleNanos;
    if (isServedHere()) {
      notProcessingNanos += waitNanos + holdNanos;
    }
  }

  /**
   * Ends it. To be called once, on any thread.
   *
   * @param type of {@link #typeOf}
   * @param status of its reply
   * @param cpuNanos thread CPU time; 0 if that is not known
   * @param nowNanos of the clock that gave its beginning
   */
  public void ends(String type, int status, long cpuNanos, long nowNanos) {
    RequestTypes.Type known = meters.requestTypes().of(type, status);
    boolean firstUse = meters.request(known, cpuNanos);
    enter(known, cpuNanos, nowNanos);
    if (TraceEvents.areRequestsOn()) {
      String name = meters.requestTypes().enteredAs(known, type);
      TraceEvents.request(connection, name, status, beganNanos, nowNanos, connectionUse());
    }
    if (status >= STATUS_SERVER_ERROR) {
      known.failed();
    }
    Turn.requestEnds(this, cpuNanos);
    if (firstUse) {
      Turn.firstUse(cpuNanos);
    }
  }

  private synchronized TraceEvents.ConnectionUse connectionUse() {
    return new TraceEvents.ConnectionUse(connectionWaitNanos, connectionHoldNanos);
  }

  private synchronized void enter(RequestTypes.Type type, long cpuNanos, long nowNanos) {
    entered = type;
    meters.responseTimes().record(workerWaitNanos + nowNanos - beganNanos);
    long servedNanos = (left ? leftNanos : nowNanos) - beganNanos;
    // With two connections at a time, it holds them for longer than it takes.
    type.served(cpuNanos, workerWaitNanos, Math.max(0, servedNanos - notProcessingNanos));
    if (connectionsAsked > 0) {
      type.connectionsUsed(
          connectionsAsked, connectionWaitNanos, connectionHoldNanos, connectionIdleNanos);
    }
  }

  private record Named(String path, String type) {}
}

package io.headwaiter.front.request;

import io.headwaiter.core.profile.ConnectionUseRecorder;
import io.headwaiter.front.session.SessionUse;
import io.headwaiter.telemetry.ServerMeters;
import org.jspecify.annotations.Nullable;

/**
 * Measures the turns of a container's worker threads, and records the use of the database by the
 * requests in them. Thread-safe.
 */
public final class TurnMeter implements ConnectionUseRecorder {
  private final ServerMeters meters;
  // Null before the first start.
  private volatile @Nullable DoorPriority door;

  /** Creates a meter that records in these meters. */
  public TurnMeter(ServerMeters meters) {
    this.meters = meters;
  }

  /** Makes turns of connections give way to the door from now on. */
  public void giveWay(DoorPriority toDoor) {
    door = toDoor;
  }

  /**
   * Runs work that may turn out to be for any connection, or never end. It does not give way to the
   * door.
   *
   * @param waitedNanos how long it has waited for its thread
   */
  public void run(long waitedNanos, Runnable work) {
    Turn.run(meters, waited(waitedNanos, 0), /* sessionUse= */ null, work);
  }

  /**
   * Runs work on a connection.
   *
   * @param waitedNanos how long it has waited for its thread
   * @param sessionUse the visit of the connection; null if that is not known yet
   */
  public void run(long waitedNanos, @Nullable SessionUse sessionUse, Runnable work) {
    run(waitedNanos, /* heldBackNanos= */ 0, sessionUse, work);
  }

  /**
   * Runs work on a connection that {@link SharedWorkers} may have held back, which is no sign of
   * overload.
   *
   * @param waitedNanos how long it has waited for its thread since then
   * @param heldBackNanos how long it was held back before
   * @param sessionUse the visit of the connection; null if that is not known yet
   */
  public void run(
      long waitedNanos, long heldBackNanos, @Nullable SessionUse sessionUse, Runnable work) {
    DoorPriority priority = priority();
    if (priority == null) {
      Turn.run(meters, waited(waitedNanos, heldBackNanos), sessionUse, work);
      return;
    }
    long gaveWayNanos = priority.begin();
    try {
      Turn.run(meters, waited(waitedNanos + gaveWayNanos, heldBackNanos), sessionUse, work);
    } finally {
      priority.end();
    }
  }

  private static Turn.Wait waited(long waitedNanos, long heldBackNanos) {
    return new Turn.Wait(waitedNanos, heldBackNanos, /* deferred= */ false);
  }

  /** Returns what the work gives way to; null if it is a part of a turn that did. */
  private @Nullable DoorPriority priority() {
    return Turn.isUnderWay() ? null : door;
  }

  /**
   * Runs work of a visit that was over its account, and has waited in {@link
   * io.headwaiter.front.work.ExcessTurns}. That wait is no sign of overload.
   *
   * @param waitedNanos how long it has waited
   * @param sessionUse the visit of the connection
   */
  public void runDeferred(long waitedNanos, @Nullable SessionUse sessionUse, Runnable work) {
    meters.deferredTurn();
    Turn.Wait wait = new Turn.Wait(waitedNanos, /* heldBackNanos= */ 0, /* deferred= */ true);
    DoorPriority priority = priority();
    if (priority == null) {
      Turn.run(meters, wait, sessionUse, work);
      return;
    }
    priority.begin();
    try {
      Turn.run(meters, wait, sessionUse, work);
    } finally {
      priority.end();
    }
  }

  @Override
  public void used(
      String type, int connectionRequests, long waitNanos, long holdNanos, long idleNanos) {
    Turn.connectionsUsed(meters, type, connectionRequests, waitNanos, holdNanos, idleNanos);
  }
}

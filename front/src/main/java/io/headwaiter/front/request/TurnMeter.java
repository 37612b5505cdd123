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
   * Runs work on a connection. {@link SharedWorkers} may have held it back, which is no sign of
   * overload.
   *
   * @param waitedNanos how long it has waited for its thread since then
   * @param heldBackNanos how long it was held back before
   * @param canWait whether it may give way to the door; false if a request that has begun may wait
   *     for it
   * @param sessionUse the visit of the connection; null if that is not known yet
   */
  public void run(
      long waitedNanos,
      long heldBackNanos,
      boolean canWait,
      @Nullable SessionUse sessionUse,
      Runnable work) {
    run(waited(waitedNanos, heldBackNanos), canWait, sessionUse, work);
  }

  /**
   * Runs work of a visit that was over its account, and has waited in {@link
   * io.headwaiter.front.work.ExcessTurns}. That wait is no sign of overload.
   *
   * @param waitedNanos how long it has waited
   * @param canWait whether it may give way to the door
   * @param sessionUse the visit of the connection
   */
  public void runDeferred(
      long waitedNanos, boolean canWait, @Nullable SessionUse sessionUse, Runnable work) {
    meters.deferredTurn();
    TurnWait wait = new TurnWait(waitedNanos, /* heldBackNanos= */ 0, /* deferred= */ true);
    run(wait, canWait, sessionUse, work);
  }

  private void run(TurnWait wait, boolean canWait, @Nullable SessionUse sessionUse, Runnable work) {
    DoorPriority priority = door;
    // A part of a turn that is under way has given way with it.
    if (priority == null || Turn.isUnderWay()) {
      Turn.run(meters, wait, sessionUse, work);
      return;
    }
    long gaveWayNanos = priority.begin(canWait);
    try {
      Turn.run(meters, wait.longerBy(gaveWayNanos), sessionUse, work);
    } finally {
      priority.end();
    }
  }

  private static TurnWait waited(long waitedNanos, long heldBackNanos) {
    return new TurnWait(waitedNanos, heldBackNanos, /* deferred= */ false);
  }

  @Override
  public void used(
      String type, int connectionRequests, long waitNanos, long holdNanos, long idleNanos) {
    Turn.connectionsUsed(meters, type, connectionRequests, waitNanos, holdNanos, idleNanos);
  }
}

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

  /** Creates a meter that records in these meters. */
  public TurnMeter(ServerMeters meters) {
    this.meters = meters;
  }

  /**
   * Runs work that may turn out to be for any connection.
   *
   * @param waitedNanos how long it has waited for its thread
   */
  public void run(long waitedNanos, Runnable work) {
    run(waitedNanos, /* sessionUse= */ null, work);
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
    Turn.run(
        meters, new Turn.Wait(waitedNanos, heldBackNanos, /* deferred= */ false), sessionUse, work);
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
    Turn.run(meters, wait, sessionUse, work);
  }

  @Override
  public void used(
      String type, int connectionRequests, long waitNanos, long holdNanos, long idleNanos) {
    Turn.connectionsUsed(meters, type, connectionRequests, waitNanos, holdNanos, idleNanos);
  }
}

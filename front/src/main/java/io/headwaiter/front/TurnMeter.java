package io.headwaiter.front;

import io.headwaiter.telemetry.ServerMeters;

/** Measures the turns of work of a container's worker threads. Thread-safe. */
public final class TurnMeter {
  private final ServerMeters meters;

  /** Enters what it measures there. */
  public TurnMeter(ServerMeters meters) {
    this.meters = meters;
  }

  /**
   * Does work that may turn out to be for any connection.
   *
   * @param waitedNanos how long it has waited for its thread
   */
  public void run(long waitedNanos, Runnable work) {
    Turn.run(meters, waitedNanos, /* stay= */ null, work);
  }

  /**
   * Does work on a connection.
   *
   * @param waitedNanos how long it has waited for its thread
   * @param stay the visit of the connection; null if that is not known yet
   */
  public void run(long waitedNanos, Visits.Stay stay, Runnable work) {
    Turn.run(meters, waitedNanos, stay, work);
  }
}

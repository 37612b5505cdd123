package io.headwaiter.front;

import io.headwaiter.core.visit.VisitAccount;

/**
 * Where a turn of a visit stands in a queue ordered by time: {@link Visits.Stay#takePlace}.
 * Thread-safe.
 */
public final class QueuePlace {
  private final VisitAccount account;
  private final long nanos;

  QueuePlace(VisitAccount account, long nanos) {
    this.account = account;
    this.nanos = nanos;
  }

  /** The place, on the clock of {@link System#nanoTime}. */
  public long nanos() {
    return nanos;
  }

  /** The turn has left the queue, because it begins or because it will not be done; once. */
  public void leave() {
    account.turnLeft();
  }
}

package io.headwaiter.front;

import io.headwaiter.core.visit.VisitAccount;

/**
 * The place of a visit's turn in a queue ordered by time: {@link Visits.Stay#takePlace}.
 * Thread-safe.
 */
public final class QueuePlace {
  private final VisitAccount account;
  private final long nanos;

  QueuePlace(VisitAccount account, long nanos) {
    this.account = account;
    this.nanos = nanos;
  }

  /** Returns the place, on the clock of {@link System#nanoTime}. */
  public long nanos() {
    return nanos;
  }

  /** Records, once, that the turn has left the queue, because it begins or will not be done. */
  public void leave() {
    account.turnLeft();
  }
}

package io.headwaiter.front.session;

import io.headwaiter.core.visit.VisitAccount;

/**
 * The position of a visit's turn in a queue ordered by time: {@link SessionUse#takePosition}.
 * Thread-safe.
 */
public final class QueuePosition {
  private final VisitAccount account;
  private final long nanos;

  public QueuePosition(VisitAccount account, long nanos) {
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

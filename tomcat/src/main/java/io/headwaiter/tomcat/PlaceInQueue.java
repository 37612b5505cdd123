package io.headwaiter.tomcat;

import io.headwaiter.front.session.QueuePosition;
import io.headwaiter.front.session.SessionUse;
import org.jspecify.annotations.Nullable;

/** The place of one piece of work among those of its visit while it is in the queue. */
final class PlaceInQueue {
  // Null outside the queue, and if the visit is unknown.
  private volatile @Nullable QueuePosition position;

  /**
   * Takes a place.
   *
   * @param sessionUse the visit; null if unknown
   * @param waitingSinceNanos since when the client has waited
   * @return the instant that orders the queue: the same, or later behind other work of the visit
   */
  long enter(@Nullable SessionUse sessionUse, long waitingSinceNanos) {
    if (sessionUse == null) {
      return waitingSinceNanos;
    }
    QueuePosition taken = sessionUse.takePosition(waitingSinceNanos);
    position = taken;
    return taken.nanos();
  }

  /** Leaves the place, if one was taken. */
  void leave() {
    QueuePosition left = position;
    if (left != null) {
      position = null;
      left.leave();
    }
  }
}

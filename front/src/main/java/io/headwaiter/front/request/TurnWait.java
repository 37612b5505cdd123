package io.headwaiter.front.request;

/**
 * The waits of a turn.
 *
 * @param waitedNanos for its thread
 * @param heldBackNanos before that, because its visit held too many: {@link SharedWorkers}
 * @param deferred whether it is the work of a visit that was over its account, and has waited for
 *     CPU time that others leave over; its wait counts nowhere
 */
record TurnWait(long waitedNanos, long heldBackNanos, boolean deferred) {
  TurnWait longerBy(long nanos) {
    return nanos == 0 ? this : new TurnWait(waitedNanos + nanos, heldBackNanos, deferred);
  }
}

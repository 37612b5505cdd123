package io.headwaiter.core.admission;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Events of connections that were let in, counted by the slot of {@link Reservations} in which they
 * were, until the gate takes them. Any thread may add; one takes.
 */
final class SlotCounts {
  private final AtomicLongArray counts = new AtomicLongArray(Reservations.SLOTS);
  // Bit i is set where counts[i] may be above 0.
  private final AtomicLong marked = new AtomicLong();
  private final AtomicLong late = new AtomicLong();

  /** One that was let in then. */
  void add(long letInNanos, long nowNanos) {
    if (Reservations.isForgotten(letInNanos, nowNanos)) {
      addLate();
      return;
    }
    int slot = Reservations.slotOf(letInNanos);
    counts.incrementAndGet(slot);
    long bit = 1L << slot;
    if ((marked.get() & bit) == 0) {
      marked.updateAndGet(bits -> bits | bit);
    }
  }

  /** One that is in no slot. */
  void addLate() {
    late.incrementAndGet();
  }

  /** A bit for each slot with some, 0 mostly. */
  long takeMarked() {
    // A plain read first: there is mostly nothing, and the gate asks at every decision.
    return marked.get() == 0 ? 0 : marked.getAndSet(0);
  }

  long take(int slot) {
    return counts.getAndSet(slot, 0);
  }

  long takeLate() {
    return late.get() == 0 ? 0 : late.getAndSet(0);
  }
}

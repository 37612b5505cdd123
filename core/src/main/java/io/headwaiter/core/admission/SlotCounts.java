package io.headwaiter.core.admission;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counts events of admitted connections by the slot of {@link Reservations} of their admission,
 * until the gate takes the counts. Any thread may add; one thread takes.
 */
final class SlotCounts {
  private final AtomicLongArray counts = new AtomicLongArray(Reservations.SLOTS);
  // Bit i is set where counts[i] may be above 0.
  private final AtomicLong marked = new AtomicLong();
  private final AtomicLong late = new AtomicLong();

  /** Adds an event of a connection admitted at {@code admittedNanos}. */
  void add(long admittedNanos, long nowNanos) {
    if (Reservations.isForgotten(admittedNanos, nowNanos)) {
      addLate();
      return;
    }
    int slot = Reservations.slotOf(admittedNanos);
    counts.incrementAndGet(slot);
    long bit = 1L << slot;
    if ((marked.get() & bit) == 0) {
      marked.updateAndGet(bits -> bits | bit);
    }
  }

  /** Adds an event that is in no slot. */
  void addLate() {
    late.incrementAndGet();
  }

  /** Returns and clears a bit for each slot with events, mostly 0. */
  long takeMarked() {
    // A plain read first: the value is mostly 0, and the gate reads it at every decision.
    return marked.get() == 0 ? 0 : marked.getAndSet(0);
  }

  long take(int slot) {
    return counts.getAndSet(slot, 0);
  }

  long takeLate() {
    return late.get() == 0 ? 0 : late.getAndSet(0);
  }
}

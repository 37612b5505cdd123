package io.headwaiter.core.admission;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;

/** One total for each constant of an enumeration, each exact by itself. Thread-safe. */
public final class EnumTotals<E extends Enum<E>> {
  // Filled once and never changed, so that reading it needs no lock.
  private final Map<E, AtomicLong> totals;

  /** Creates totals of 0. */
  public EnumTotals(Class<E> keys) {
    totals = new EnumMap<>(keys);
    for (E key : keys.getEnumConstants()) {
      totals.put(key, new AtomicLong());
    }
  }

  /** Adds one. */
  public void increment(E key) {
    total(key).incrementAndGet();
  }

  /** Returns the total of one constant. */
  public long of(E key) {
    return total(key).get();
  }

  /** Returns the sum of all totals. */
  public long sum() {
    return totals.values().stream().mapToLong(AtomicLong::get).sum();
  }

  private AtomicLong total(E key) {
    return Objects.requireNonNull(totals.get(key));
  }
}

package io.headwaiter.door;

import io.headwaiter.core.admission.EnumTotals;
import io.headwaiter.core.hello.HelloDefect;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the events of the door since it opened. Its thread writes, other threads also write {@link
 * #arrived} at the end, and any thread may read.
 */
public final class DoorCounters {
  private final AtomicLong arrived = new AtomicLong();
  private final AtomicLong verifierFull = new AtomicLong();
  private final AtomicLong overused = new AtomicLong();
  private final AtomicLong bypassOverBudget = new AtomicLong();
  private final AtomicLong acceptFailures = new AtomicLong();
  private final EnumTotals<HelloDefect> defects = new EnumTotals<>(HelloDefect.class);

  DoorCounters() {}

  void arrived() {
    arrived.incrementAndGet();
  }

  void verifierFull() {
    verifierFull.incrementAndGet();
  }

  void overused() {
    overused.incrementAndGet();
  }

  void bypassOverBudget() {
    bypassOverBudget.incrementAndGet();
  }

  void acceptFailed() {
    acceptFailures.incrementAndGet();
  }

  void defect(HelloDefect defect) {
    defects.increment(defect);
  }

  /** Returns the number of connections that came to the door. */
  public long arrivedTotal() {
    return arrived.get();
  }

  /** Returns the number of claims that found the look-up queue full; they counted as new. */
  public long verifierFullTotal() {
    return verifierFull.get();
  }

  /** Returns the number of claims with a session or ticket used too often; they counted as new. */
  public long overusedTotal() {
    return overused.get();
  }

  /** Returns the number of connections that found the bypass budget used up. */
  public long bypassOverBudgetTotal() {
    return bypassOverBudget.get();
  }

  /** Returns the number of failed attempts to accept, mostly for lack of file descriptors. */
  public long acceptFailuresTotal() {
    return acceptFailures.get();
  }

  /** Returns the number of hellos with this defect. */
  public long defectTotal(HelloDefect defect) {
    return defects.of(defect);
  }
}

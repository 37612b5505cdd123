package io.headwaiter.door;

import io.headwaiter.core.hello.HelloDefect;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What the door has seen since it opened. Written by its thread, {@link #arrived} at the end also
 * by others, read by any.
 */
public final class DoorCounters {
  private final AtomicLong arrived = new AtomicLong();
  private final AtomicLong verifierFull = new AtomicLong();
  private final AtomicLong overused = new AtomicLong();
  private final AtomicLong bypassOverBudget = new AtomicLong();
  private final AtomicLong acceptFailures = new AtomicLong();
  private final Map<HelloDefect, AtomicLong> defects = new EnumMap<>(HelloDefect.class);

  DoorCounters() {
    for (HelloDefect defect : HelloDefect.values()) {
      defects.put(defect, new AtomicLong());
    }
  }

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
    defects.get(defect).incrementAndGet();
  }

  /** Connections that came to the door. */
  public long arrivedTotal() {
    return arrived.get();
  }

  /** Claims that were not looked up because too many were waiting; they counted as new. */
  public long verifierFullTotal() {
    return verifierFull.get();
  }

  /** Claims whose session or ticket had been used too often; they counted as new. */
  public long overusedTotal() {
    return overused.get();
  }

  /** Connections that would have passed first, had their budget not been used up. */
  public long bypassOverBudgetTotal() {
    return bypassOverBudget.get();
  }

  /** Attempts to accept a connection that failed, for want of file descriptors above all. */
  public long acceptFailuresTotal() {
    return acceptFailures.get();
  }

  /** Hellos with this defect. */
  public long defectTotal(HelloDefect defect) {
    return defects.get(defect).get();
  }
}

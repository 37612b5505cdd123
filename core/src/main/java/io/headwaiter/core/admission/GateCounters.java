package io.headwaiter.core.admission;

import io.headwaiter.core.admission.Decision.Entry;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/** Totals since the start. Written by the gate, read by anybody; each total by itself is exact. */
public final class GateCounters {
  private final AtomicLongArray admitted = new AtomicLongArray(Entry.values().length);
  private final AtomicLongArray refused = new AtomicLongArray(RefusalReason.values().length);
  private final AtomicLong toVerify = new AtomicLong();
  private final AtomicLong unknownClaims = new AtomicLong();
  private final AtomicLong falseResumptions = new AtomicLong();

  GateCounters() {}

  void admitted(Entry entry) {
    admitted.incrementAndGet(entry.ordinal());
  }

  void refused(RefusalReason reason) {
    refused.incrementAndGet(reason.ordinal());
  }

  void toVerify() {
    toVerify.incrementAndGet();
  }

  void unknownClaim() {
    unknownClaims.incrementAndGet();
  }

  void falseResumption() {
    falseResumptions.incrementAndGet();
  }

  /** Connections let in as {@code entry}. */
  public long admittedTotal(Entry entry) {
    return admitted.get(entry.ordinal());
  }

  /** Connections refused for {@code reason}. */
  public long refusedTotal(RefusalReason reason) {
    return refused.get(reason.ordinal());
  }

  /** Connections refused for any reason. */
  public long refusedTotal() {
    long sum = 0;
    for (int i = 0; i < refused.length(); i++) {
      sum += refused.get(i);
    }
    return sum;
  }

  /** Claims that were sent to be looked up. */
  public long toVerifyTotal() {
    return toVerify.get();
  }

  /** Claims that were looked up and not known: stale, forged or somebody else's. */
  public long unknownClaimsTotal() {
    return unknownClaims.get();
  }

  /** Connections let in as resumed whose handshake turned out to be a full one. */
  public long falseResumptionsTotal() {
    return falseResumptions.get();
  }
}

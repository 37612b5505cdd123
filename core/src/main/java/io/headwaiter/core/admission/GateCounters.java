package io.headwaiter.core.admission;

import io.headwaiter.core.admission.Decision.Entry;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** Totals since the start. Written by the gate, read by anybody; each total by itself is exact. */
public final class GateCounters {
  private final Map<Entry, AtomicLong> admitted = zeroes(Entry.class);
  private final Map<RefusalReason, AtomicLong> refused = zeroes(RefusalReason.class);
  private final Map<Entry, AtomicLong> refusedAs = zeroes(Entry.class);
  private final Map<Entry, AtomicLong> unseen = zeroes(Entry.class);
  private final AtomicLong toVerify = new AtomicLong();
  private final AtomicLong unknownClaims = new AtomicLong();
  private final AtomicLong falseResumptions = new AtomicLong();
  private final AtomicLong stoppedResumptions = new AtomicLong();
  private final AtomicLong abandoned = new AtomicLong();

  GateCounters() {}

  // Filled once and never changed, so that reading it needs no lock.
  private static <E extends Enum<E>> Map<E, AtomicLong> zeroes(Class<E> keys) {
    Map<E, AtomicLong> map = new EnumMap<>(keys);
    for (E key : keys.getEnumConstants()) {
      map.put(key, new AtomicLong());
    }
    return map;
  }

  void admitted(Entry entry) {
    admitted.get(entry).incrementAndGet();
  }

  void refused(RefusalReason reason) {
    refused.get(reason).incrementAndGet();
  }

  /** A visit was refused that would have come in as {@code entry}. */
  void refused(RefusalReason reason, Entry entry) {
    refused(reason);
    refusedAs.get(entry).incrementAndGet();
  }

  void unseen(Entry entry) {
    unseen.get(entry).incrementAndGet();
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

  void stoppedResumption() {
    stoppedResumptions.incrementAndGet();
  }

  void abandoned() {
    abandoned.incrementAndGet();
  }

  /** Connections let in as {@code entry}. */
  public long admittedTotal(Entry entry) {
    return admitted.get(entry).get();
  }

  /**
   * Visits refused for good for which a policy had no room, and which would have come in as {@code
   * entry}.
   */
  public long refusedTotal(Entry entry) {
    return refusedAs.get(entry).get();
  }

  /**
   * Visits that begin as {@code entry} but were let in as {@link Entry#CLAIMED}: charged when their
   * handshake had shown what they are.
   */
  public long unseenTotal(Entry entry) {
    return unseen.get(entry).get();
  }

  /** Visits let in, whatever their handshake: new, returning, and with a courtesy page's ticket. */
  public long visitsTotal() {
    return admittedTotal(Entry.NEW)
        + admittedTotal(Entry.RETURNING)
        + admittedTotal(Entry.COURTESY)
        + unseenTotal(Entry.RETURNING)
        + unseenTotal(Entry.COURTESY);
  }

  /** Connections refused for {@code reason}. */
  public long refusedTotal(RefusalReason reason) {
    return refused.get(reason).get();
  }

  /**
   * Visits of all kinds that were refused for good because a policy had no room for them, at once
   * or after waiting. Who waits is not among them, nor who left while waiting.
   */
  public long newRefusedTotal() {
    return refusedTotal(RefusalReason.VISIT_BUDGET)
        + refusedTotal(RefusalReason.WORK_WAITING)
        + refusedTotal(RefusalReason.WAITING_FULL)
        + refusedTotal(RefusalReason.WAITING_PATIENCE);
  }

  /** Connections refused for any reason. */
  public long refusedTotal() {
    return refused.values().stream().mapToLong(AtomicLong::get).sum();
  }

  /** Claims that were sent to be looked up. */
  public long toVerifyTotal() {
    return toVerify.get();
  }

  /** Claims that were looked up and not known: stale, forged or somebody else's. */
  public long unknownClaimsTotal() {
    return unknownClaims.get();
  }

  /** New visits let in whose client left before the handshake was done. */
  public long abandonedTotal() {
    return abandoned.get();
  }

  /** Connections let in as resumed that were found to need a full handshake. */
  public long falseResumptionsTotal() {
    return falseResumptions.get();
  }

  /** Those of them that were stopped before it, because there was no room for another visit. */
  public long stoppedResumptionsTotal() {
    return stoppedResumptions.get();
  }
}

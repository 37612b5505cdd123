package io.headwaiter.core.admission;

import io.headwaiter.core.admission.Decision.Entry;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * Totals since the start. Written by the gate, read by any thread; each total by itself is exact.
 */
public final class GateCounters {
  private static final List<RefusalReason> CAPACITY_REASONS =
      Stream.of(RefusalReason.values()).filter(RefusalReason::isForLackOfCapacity).toList();

  private final AtomicLong failedClaims = new AtomicLong();
  private final Map<Entry, AtomicLong> admitted = zeroes(Entry.class);
  private final Map<RefusalReason, AtomicLong> refused = zeroes(RefusalReason.class);
  private final Map<Entry, AtomicLong> refusedAs = zeroes(Entry.class);
  private final Map<RefusalReason, AtomicLong> wouldRefuse = zeroes(RefusalReason.class);
  private final Map<Entry, AtomicLong> unseen = zeroes(Entry.class);
  private final AtomicLong toVerify = new AtomicLong();
  private final AtomicLong unknownClaims = new AtomicLong();
  private final AtomicLong falseResumptions = new AtomicLong();
  private final AtomicLong stoppedResumptions = new AtomicLong();
  private final AtomicLong abandoned = new AtomicLong();
  private final AtomicLong onCredit = new AtomicLong();
  private volatile DecisionListener listener = DecisionListener.NONE;

  GateCounters() {}

  /** Sets the listener for every decision from now on, in place of any other. */
  public void listen(DecisionListener wanted) {
    listener = Objects.requireNonNull(wanted, "wanted");
  }

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
    listener.admitted(entry);
  }

  void refused(RefusalReason reason) {
    refused.get(reason).incrementAndGet();
    listener.refused(reason, /* entry= */ null);
  }

  /** Counts a refused connection that would have been admitted as {@code entry}. */
  void refused(RefusalReason reason, Entry entry) {
    refused.get(reason).incrementAndGet();
    refusedAs.get(entry).incrementAndGet();
    listener.refused(reason, entry);
  }

  /** Counts a connection that shadow mode admits and that would have been refused. */
  void wouldRefuse(RefusalReason reason, Entry entry) {
    wouldRefuse.get(reason).incrementAndGet();
    listener.wouldRefuse(reason, entry);
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

  void failedClaim() {
    failedClaims.incrementAndGet();
  }

  /** Connections that were admitted as resumptions and have not finished their handshake. */
  public long failedClaimsTotal() {
    return failedClaims.get();
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

  void onCredit() {
    onCredit.incrementAndGet();
  }

  /** Connections admitted as {@code entry}. */
  public long admittedTotal(Entry entry) {
    return admitted.get(entry).get();
  }

  /**
   * Refused connections that would have been admitted as {@code entry}, for any reason. Refusals
   * that were noted without an entry do not count.
   */
  public long refusedTotal(Entry entry) {
    return refusedAs.get(entry).get();
  }

  /**
   * Visits that begin as {@code entry} but were admitted as {@link Entry#CLAIMED}; charged when
   * their handshake had proven what they are.
   */
  public long unseenTotal(Entry entry) {
    return unseen.get(entry).get();
  }

  /**
   * Visits admitted, whatever their handshake: new, returning (also those charged again because
   * they were over their account), with a courtesy page's ticket, and in shadow mode those that
   * would have been refused.
   */
  public long visitsTotal() {
    return admittedTotal(Entry.NEW)
        + admittedTotal(Entry.RETURNING)
        + admittedTotal(Entry.COURTESY)
        + admittedTotal(Entry.SHADOW)
        + unseenTotal(Entry.RETURNING)
        + unseenTotal(Entry.COURTESY);
  }

  /** Connections refused for {@code reason}. */
  public long refusedTotal(RefusalReason reason) {
    return refused.get(reason).get();
  }

  /**
   * Visits of all kinds that were refused because the policy left no capacity for them, at once or
   * after waiting. Visits that wait do not count, nor those that left while waiting.
   */
  public long newRefusedTotal() {
    long total = 0;
    for (RefusalReason reason : CAPACITY_REASONS) {
      total += refusedTotal(reason);
    }
    return total;
  }

  /** Connections that shadow mode admitted and that would have been refused for this reason. */
  public long wouldRefuseTotal(RefusalReason reason) {
    return wouldRefuse.get(reason).get();
  }

  /** Connections that shadow mode admitted and that would have been refused for any reason. */
  public long wouldRefuseTotal() {
    return wouldRefuse.values().stream().mapToLong(AtomicLong::get).sum();
  }

  /**
   * Connections admitted, as any kind. Together with those refused at the door ({@link
   * RefusalReason#isAfterAdmission} is false) they are all connections that were decided.
   */
  public long admittedTotal() {
    return admitted.values().stream().mapToLong(AtomicLong::get).sum();
  }

  /** Connections refused for any reason, at the door or after it. */
  public long refusedTotal() {
    return refused.values().stream().mapToLong(AtomicLong::get).sum();
  }

  /** Claims sent to verification. */
  public long toVerifyTotal() {
    return toVerify.get();
  }

  /** Claims that failed verification: stale, forged or of another server. */
  public long unknownClaimsTotal() {
    return unknownClaims.get();
  }

  /** New visits admitted that the client left before the handshake was done. */
  public long abandonedTotal() {
    return abandoned.get();
  }

  /**
   * Visits admitted without capacity for them, because their network had got less than its share.
   */
  public long onCreditTotal() {
    return onCredit.get();
  }

  /** Connections admitted as resumptions that were found to need a full handshake. */
  public long falseResumptionsTotal() {
    return falseResumptions.get();
  }

  /**
   * The part of {@link #falseResumptionsTotal} that was stopped, mostly before the full handshake,
   * because there was no capacity for another visit.
   */
  public long stoppedResumptionsTotal() {
    return stoppedResumptions.get();
  }
}

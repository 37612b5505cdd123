package io.headwaiter.core.admission;

import io.headwaiter.core.admission.Decision.Entry;
import java.util.List;
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
  private final EnumTotals<Entry> admitted = new EnumTotals<>(Entry.class);
  private final EnumTotals<RefusalReason> refused = new EnumTotals<>(RefusalReason.class);
  private final EnumTotals<Entry> refusedAs = new EnumTotals<>(Entry.class);
  private final EnumTotals<RefusalReason> wouldRefuse = new EnumTotals<>(RefusalReason.class);
  private final EnumTotals<Entry> unseen = new EnumTotals<>(Entry.class);
  private final AtomicLong toVerify = new AtomicLong();
  private final AtomicLong unknownClaims = new AtomicLong();
  // Without those that were stopped.
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

  void admitted(Entry entry) {
    admitted.increment(entry);
    listener.admitted(entry);
  }

  void refused(RefusalReason reason) {
    refused.increment(reason);
    listener.refused(reason, /* entry= */ null);
  }

  /** Counts a refused connection that would have been admitted as {@code entry}. */
  void refused(RefusalReason reason, Entry entry) {
    refused.increment(reason);
    refusedAs.increment(entry);
    listener.refused(reason, entry);
  }

  /** Counts a connection that shadow mode admits and that would have been refused. */
  void wouldRefuse(RefusalReason reason, Entry entry) {
    wouldRefuse.increment(reason);
    listener.wouldRefuse(reason, entry);
  }

  void unseen(Entry entry) {
    unseen.increment(entry);
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
    return admitted.of(entry);
  }

  /**
   * Refused connections that would have been admitted as {@code entry}, for any reason. Refusals
   * that were noted without an entry do not count.
   */
  public long refusedTotal(Entry entry) {
    return refusedAs.of(entry);
  }

  /**
   * Visits that begin as {@code entry} but were admitted as {@link Entry#CLAIMED}; charged when
   * their handshake had proven what they are.
   */
  public long unseenTotal(Entry entry) {
    return unseen.of(entry);
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
    return refused.of(reason);
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
    return wouldRefuse.of(reason);
  }

  /** Connections that shadow mode admitted and that would have been refused for any reason. */
  public long wouldRefuseTotal() {
    return wouldRefuse.sum();
  }

  /**
   * Connections admitted, as any kind. Together with those refused at the door ({@link
   * RefusalReason#isAfterAdmission} is false) they are all connections that were decided.
   */
  public long admittedTotal() {
    return admitted.sum();
  }

  /** Connections refused for any reason, at the door or after it. */
  public long refusedTotal() {
    return refused.sum();
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
    return falseResumptions.get() + stoppedResumptions.get();
  }

  /**
   * The part of {@link #falseResumptionsTotal} that was stopped, mostly before the full handshake,
   * because there was no capacity for another visit.
   */
  public long stoppedResumptionsTotal() {
    return stoppedResumptions.get();
  }

  /**
   * Connections whose claim to resume did not hold: a full handshake was needed, or the handshake
   * was not finished. A stopped resumption is both, and counts once, as a failed claim.
   */
  public long wrongClaimsTotal() {
    return falseResumptions.get() + failedClaims.get();
  }
}

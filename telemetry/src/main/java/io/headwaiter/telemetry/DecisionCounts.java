package io.headwaiter.telemetry;

import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.core.admission.GateCounters;
import io.headwaiter.core.admission.RefusalReason;
import java.util.EnumMap;
import java.util.Map;

/**
 * Numbers of admitted and refused connections, by entry and by reason: totals, or the difference of
 * two totals.
 *
 * @param admitted admitted connections, by entry
 * @param refused refused connections, by reason
 * @param wouldRefuse connections that shadow mode admitted instead of refusing them
 * @param toVerify claims that were looked up
 * @param unknownClaims claims that were looked up and not known
 */
record DecisionCounts(
    Map<Entry, Long> admitted,
    Map<RefusalReason, Long> refused,
    long wouldRefuse,
    long toVerify,
    long unknownClaims) {

  /** Returns the totals since the start. Each is exact; they are not of one instant. */
  static DecisionCounts totals(GateCounters gate) {
    Map<Entry, Long> admitted = new EnumMap<>(Entry.class);
    for (Entry entry : Entry.values()) {
      admitted.put(entry, gate.admittedTotal(entry));
    }
    Map<RefusalReason, Long> refused = new EnumMap<>(RefusalReason.class);
    for (RefusalReason reason : RefusalReason.values()) {
      refused.put(reason, gate.refusedTotal(reason));
    }
    return new DecisionCounts(
        admitted,
        refused,
        gate.wouldRefuseTotal(),
        gate.toVerifyTotal(),
        gate.unknownClaimsTotal());
  }

  /** Returns the difference from {@code earlier}. */
  DecisionCounts since(DecisionCounts earlier) {
    return new DecisionCounts(
        difference(admitted, earlier.admitted),
        difference(refused, earlier.refused),
        wouldRefuse - earlier.wouldRefuse,
        toVerify - earlier.toVerify,
        unknownClaims - earlier.unknownClaims);
  }

  private static <K extends Enum<K>> Map<K, Long> difference(Map<K, Long> now, Map<K, Long> then) {
    Map<K, Long> more = new EnumMap<>(now);
    more.replaceAll((key, total) -> total - then.get(key));
    return more;
  }
}

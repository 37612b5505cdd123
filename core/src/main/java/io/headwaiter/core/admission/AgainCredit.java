package io.headwaiter.core.admission;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The admissions for connections of visits that are over their accounts, out of the budget that
 * other visits need, too: one for every twenty visits that begin, and no more than three saved up.
 * A visit gets at most one in ten seconds. Otherwise those that ask most often would get them all.
 * An admitted client that leaves before its handshake is done begins no visit.
 *
 * <p>Worked number: 60 visits begin a second. Three connections a second of visits over their
 * accounts are admitted, each of another visit.
 *
 * <p>Bounded: remembers {@value #VISITS_MAX} visits, of which the oldest is forgotten first.
 * Belongs to the door's thread.
 */
final class AgainCredit {
  /** Visits that are remembered at most. */
  static final int VISITS_MAX = 1024;

  private static final double PART = 0.05;
  private static final double SAVED_MAX = 3;
  // Also after the sum of many additions of 0.05, which is not exact.
  private static final double WHOLE = 1 - 1e-9;
  private static final long APART_NANOS = 10_000_000_000L;

  // When each visit got its last one, from the oldest to the latest.
  private final Map<Long, Long> given = new LinkedHashMap<>();
  private double credit;

  /** Notes that a visit was admitted. */
  void admitted() {
    credit = Math.min(SAVED_MAX, credit + PART);
  }

  /** Notes that so many admitted visits have not begun. */
  void abandoned(long visits) {
    credit = Math.max(-SAVED_MAX, credit - PART * visits);
  }

  /** Takes one for a visit; returns whether there was one for it. */
  boolean take(long visit, long nowNanos) {
    forget(nowNanos);
    if (credit < WHOLE || given.containsKey(visit)) {
      return false;
    }
    credit -= 1;
    given.put(visit, nowNanos);
    return true;
  }

  private void forget(long nowNanos) {
    Iterator<Long> times = given.values().iterator();
    while (times.hasNext()
        && (nowNanos - times.next() >= APART_NANOS || given.size() >= VISITS_MAX)) {
      times.remove();
    }
  }
}

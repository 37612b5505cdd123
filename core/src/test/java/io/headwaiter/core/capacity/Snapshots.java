package io.headwaiter.core.capacity;

/** Meter snapshots with only what a test is about. */
final class Snapshots {
  static final long TICK_NANOS = 50_000_000L;

  private Snapshots() {}

  /** An interval of a tick in which nothing happened. */
  static MeterSnapshot quiet() {
    return delayed(0, 0);
  }

  static MeterSnapshot of(long elapsedNanos, double processors, long resumedAdmitted) {
    return new MeterSnapshot(
        0,
        elapsedNanos,
        processors,
        0,
        0,
        0,
        0,
        resumedAdmitted,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0);
  }

  /** So much queueing delay, and so many new visits refused. */
  static MeterSnapshot delayed(long delayNanos, long refused) {
    return new MeterSnapshot(
        0,
        TICK_NANOS,
        1,
        0,
        0,
        refused,
        0,
        0,
        refused,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        delayNanos,
        0,
        0,
        0,
        0,
        0);
  }

  /** Handshakes of 4 ms, other CPU time, and turns of a mean age. */
  static MeterSnapshot visits(
      double handshakes, double otherNanos, double turns, double ageNanos, double frontNanos) {
    long full = Math.round(handshakes);
    long fullNanos = full * 4_000_000L;
    return new MeterSnapshot(
        0,
        TICK_NANOS,
        1,
        (long) (fullNanos + otherNanos + frontNanos),
        (long) frontNanos,
        full,
        full,
        0,
        0,
        full,
        fullNanos,
        0,
        0,
        0,
        0,
        Math.round(turns),
        (long) otherNanos,
        (long) (turns * ageNanos),
        Math.round(turns),
        Math.round(turns),
        0,
        0,
        0,
        0,
        0,
        0);
  }

  /**
   * Full handshakes of 4 ms, visits that begin with a resumed one of 1 ms, other CPU time, and
   * courtesy pages.
   */
  static MeterSnapshot mixed(long full, long returning, double otherNanos, double courtesyNanos) {
    long fullNanos = full * 4_000_000L;
    long resumedNanos = returning * 1_000_000L;
    return new MeterSnapshot(
        0,
        TICK_NANOS,
        1,
        (long) (fullNanos + resumedNanos + otherNanos + courtesyNanos),
        0,
        full + returning,
        full + returning,
        0,
        0,
        full,
        fullNanos,
        returning,
        resumedNanos,
        0,
        0,
        15,
        (long) otherNanos,
        (long) 15e9,
        15,
        15,
        0,
        0,
        0,
        returning,
        (long) courtesyNanos,
        0);
  }

  /** So many connections let in as resumed, of which so many were not. */
  static MeterSnapshot resumed(long admitted, long falseOnes) {
    return new MeterSnapshot(
        0,
        TICK_NANOS,
        1,
        0,
        0,
        admitted,
        0,
        admitted,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        falseOnes);
  }
}

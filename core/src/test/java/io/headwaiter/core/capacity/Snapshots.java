package io.headwaiter.core.capacity;

/** Meter snapshots with only the values that a test needs. */
final class Snapshots {
  static final long TICK_NANOS = 50_000_000L;

  private Snapshots() {}

  /** Returns an interval of one tick without any activity. */
  static MeterSnapshot quiet() {
    return delayed(0, 0);
  }

  static MeterSnapshot of(long elapsedNanos, double processors, long resumedAdmitted) {
    return MeterSnapshot.builder(0, elapsedNanos)
        .processors(processors)
        .resumedAdmitted(resumedAdmitted)
        .build();
  }

  /** Returns an interval with this queueing delay and these refused new visits. */
  static MeterSnapshot delayed(long delayNanos, long refused) {
    return MeterSnapshot.builder(0, TICK_NANOS)
        .frontConnections(refused)
        .newRefused(refused)
        .queueDelayNanosMean(delayNanos)
        .build();
  }

  /** Returns an interval with handshakes of 4 ms, and turns that use the other CPU time. */
  static MeterSnapshot visits(
      double handshakes, double otherNanos, double turns, double frontNanos) {
    long full = Math.round(handshakes);
    long fullNanos = full * 4_000_000L;
    return MeterSnapshot.builder(0, TICK_NANOS)
        .processCpuNanos((long) (fullNanos + otherNanos + frontNanos))
        .frontCpuNanos((long) frontNanos)
        .frontConnections(full)
        .newAdmitted(full)
        .fullHandshakes(full)
        .fullHandshakeCpuNanos(fullNanos)
        .requests(Math.round(turns))
        .requestCpuNanos((long) otherNanos)
        .turns(Math.round(turns))
        .build();
  }

  /**
   * Full handshakes of 4 ms, visits that begin with a resumed one of 1 ms, other CPU time, and
   * courtesy pages.
   */
  static MeterSnapshot mixed(long full, long returning, double otherNanos, double courtesyNanos) {
    long fullNanos = full * 4_000_000L;
    long resumedNanos = returning * 1_000_000L;
    return MeterSnapshot.builder(0, TICK_NANOS)
        .processCpuNanos((long) (fullNanos + resumedNanos + otherNanos + courtesyNanos))
        .frontConnections(full + returning)
        .newAdmitted(full + returning)
        .fullHandshakes(full)
        .fullHandshakeCpuNanos(fullNanos)
        .resumedHandshakes(returning)
        .resumedHandshakeCpuNanos(resumedNanos)
        .requests(15)
        .requestCpuNanos((long) otherNanos)
        .turns(15)
        .returningVisits(returning)
        .courtesyCpuNanos((long) courtesyNanos)
        .build();
  }

  /** Returns an interval with connections admitted as resumed, some of them falsely. */
  static MeterSnapshot resumed(long admitted, long falseOnes) {
    return MeterSnapshot.builder(0, TICK_NANOS)
        .frontConnections(admitted)
        .resumedAdmitted(admitted)
        .falseResumptions(falseOnes)
        .build();
  }
}

package io.headwaiter.core.admission;

/**
 * Bounds of a waiting room.
 *
 * @param lengthMax clients that may wait at a time, from 0 (no waiting room) to 100,000
 * @param patienceNanos longest wait, from 10 ms to 60 s; a client that has waited so long is
 *     refused
 * @param targetNanos wait up to which the order is first come, first served; beyond it the newest
 *     goes first; from 0 to the patience
 */
public record WaitingRoomLimits(int lengthMax, long patienceNanos, long targetNanos) {
  /** The most clients that any waiting room may hold. */
  public static final int LENGTH_MAX = 100_000;

  private static final long MILLI = 1_000_000L;

  /** No waiting room: no client ever waits. */
  public static final WaitingRoomLimits NONE = new WaitingRoomLimits(0, 2_000 * MILLI, 200 * MILLI);

  /** Checks the ranges. */
  public WaitingRoomLimits {
    requireRange("lengthMax", lengthMax, 0, LENGTH_MAX);
    requireRange("patienceNanos", patienceNanos, 10 * MILLI, 60_000 * MILLI);
    requireRange("targetNanos", targetNanos, 0, patienceNanos);
  }

  private static void requireRange(String name, long value, long min, long max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          name + " must be from " + min + " to " + max + ", got " + value);
    }
  }
}

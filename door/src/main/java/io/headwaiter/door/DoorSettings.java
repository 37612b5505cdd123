package io.headwaiter.door;

import io.headwaiter.core.hello.HelloLimits;
import java.util.Objects;

/**
 * Bounds of the door; everything a stranger can make grow has one.
 *
 * @param helloLimits how large and how fragmented a ClientHello may be
 * @param helloDeadlineNanos time from accept to a complete ClientHello and its decision, from 0.1
 *     to 60 s
 * @param undecidedMax connections without a decision, from 1 to 1,000,000; over it the oldest is
 *     closed
 * @param undecidedBytesMax bytes kept of incomplete hellos, all together, at least one hello's
 *     maximum; over it the oldest connection is closed
 * @param verifyQueueMax claims waiting to be looked up, from 1 to 1,000,000; over it a claim counts
 *     as not known
 */
public record DoorSettings(
    HelloLimits helloLimits,
    long helloDeadlineNanos,
    int undecidedMax,
    long undecidedBytesMax,
    int verifyQueueMax) {
  private static final long MILLI = 1_000_000L;

  /**
   * 5 s for the hello, 10,000 undecided connections, 16 MiB of incomplete hellos, 10,000 claims to
   * look up.
   */
  public static final DoorSettings DEFAULT =
      new DoorSettings(HelloLimits.DEFAULT, 5_000 * MILLI, 10_000, 16L << 20, 10_000);

  /** Checks the ranges. */
  public DoorSettings {
    Objects.requireNonNull(helloLimits, "helloLimits");
    requireRange("helloDeadlineNanos", helloDeadlineNanos, 100 * MILLI, 60_000 * MILLI);
    requireRange("undecidedMax", undecidedMax, 1, 1_000_000);
    requireRange("undecidedBytesMax", undecidedBytesMax, helloLimits.helloBytesMax(), 1L << 40);
    requireRange("verifyQueueMax", verifyQueueMax, 1, 1_000_000);
  }

  private static void requireRange(String name, long value, long min, long max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          name + " must be from " + min + " to " + max + ", got " + value);
    }
  }
}

package io.headwaiter.door;

import io.headwaiter.core.hello.HelloLimits;
import java.util.Objects;

/**
 * Bounds of the door. Everything that unknown clients can enlarge has one.
 *
 * @param helloLimits how large and how fragmented a ClientHello may be
 * @param helloDeadlineNanos time from accept to a complete ClientHello and its decision, from 0.1
 *     to 60 s
 * @param undecidedMax connections without a decision, from 1 to 1,000,000; over it the oldest is
 *     closed
 * @param undecidedBytesMax bytes kept for undecided connections, all together, at least one hello's
 *     maximum and at most 2^40; over it the oldest connection is closed
 * @param verifyQueueMax claims waiting for a look-up, from 1 to 1,000,000; over it a claim counts
 *     as unknown
 * @param refusalStyle how connections end that the gate refuses
 * @param lingeringMax connections that were sent an alert and are kept until the client has left,
 *     from 1 to 1,000,000; over it the oldest is closed
 */
public record DoorSettings(
    HelloLimits helloLimits,
    long helloDeadlineNanos,
    int undecidedMax,
    long undecidedBytesMax,
    int verifyQueueMax,
    RefusalStyle refusalStyle,
    int lingeringMax) {
  private static final int LINGERING_MAX = 1_000;
  private static final long MILLI = 1_000_000L;

  /**
   * 5 s for the hello, 10,000 undecided connections, 16 MiB kept for them, 10,000 claims to look
   * up, an orderly close for refusals, 1,000 lingering connections.
   */
  public static final DoorSettings DEFAULT =
      new DoorSettings(HelloLimits.DEFAULT, 5_000 * MILLI, 10_000, 16L << 20, 10_000);

  /** Makes settings with {@link RefusalStyle#CLOSE} and 1,000 lingering connections. */
  public DoorSettings(
      HelloLimits helloLimits,
      long helloDeadlineNanos,
      int undecidedMax,
      long undecidedBytesMax,
      int verifyQueueMax) {
    this(
        helloLimits,
        helloDeadlineNanos,
        undecidedMax,
        undecidedBytesMax,
        verifyQueueMax,
        RefusalStyle.CLOSE,
        LINGERING_MAX);
  }

  /** Checks the ranges. */
  public DoorSettings {
    Objects.requireNonNull(helloLimits, "helloLimits");
    requireRange("helloDeadlineNanos", helloDeadlineNanos, 100 * MILLI, 60_000 * MILLI);
    requireRange("undecidedMax", undecidedMax, 1, 1_000_000);
    requireRange("undecidedBytesMax", undecidedBytesMax, helloLimits.helloBytesMax(), 1L << 40);
    requireRange("verifyQueueMax", verifyQueueMax, 1, 1_000_000);
    Objects.requireNonNull(refusalStyle, "refusalStyle");
    requireRange("lingeringMax", lingeringMax, 1, 1_000_000);
  }

  /** Returns the same bounds with another refusal style and number of lingering connections. */
  public DoorSettings with(RefusalStyle style, int lingering) {
    return new DoorSettings(
        helloLimits,
        helloDeadlineNanos,
        undecidedMax,
        undecidedBytesMax,
        verifyQueueMax,
        style,
        lingering);
  }

  private static void requireRange(String name, long value, long min, long max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          name + " must be from " + min + " to " + max + ", got " + value);
    }
  }
}

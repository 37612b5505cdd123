package io.headwaiter.lab.experiment;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * How fast this machine does the work that a shop's pages are given, SHA-256 over blocks of 1 KiB.
 * A processor that has instructions for it is five times as fast as one that has not; so an
 * experiment says how long the work of a page is to take and asks here how much that is. Else the
 * same experiment would be about another shop on another machine.
 *
 * @param nanosPerKib of one processor that does nothing else, above 0
 */
record HashSpeed(double nanosPerKib) {
  private static final int BLOCK = 1024;
  private static final int ROUND_KIB = 256;
  private static final int ROUNDS_MIN = 100;
  // Long enough for the compiler.
  private static final Duration LEAST = Duration.ofMillis(500);

  /** Checks the range. */
  HashSpeed {
    if (!(nanosPerKib > 0)) {
      throw new IllegalArgumentException("nanosPerKib must be above 0, got " + nanosPerKib);
    }
  }

  /** Looks, for about half a second. */
  static HashSpeed measure() {
    return measure(System::nanoTime, HashSpeed::hashRound);
  }

  /**
   * The fastest of many rounds: whatever else is on the machine makes it slower, nothing faster.
   *
   * @param clock in nanoseconds
   * @param round hashes so many KiB
   */
  static HashSpeed measure(LongSupplier clock, Runnable round) {
    long start = clock.getAsLong();
    long before = start;
    long fastest = Long.MAX_VALUE;
    for (int i = 0; i < ROUNDS_MIN || before - start < LEAST.toNanos(); i++) {
      round.run();
      long now = clock.getAsLong();
      fastest = Math.min(fastest, now - before);
      before = now;
    }
    return new HashSpeed(Math.max(1, fastest) / (double) ROUND_KIB);
  }

  /** The work of one round, some tenths of a millisecond. */
  static void hashRound() {
    try {
      MessageDigest sum = MessageDigest.getInstance("SHA-256");
      byte[] block = new byte[BLOCK];
      for (int i = 0; i < ROUND_KIB; i++) {
        sum.update(block);
      }
      block[0] = sum.digest()[0];
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256, but this one says", e);
    }
  }

  /**
   * How much takes about so long.
   *
   * @param nanos of one processor, at least 0; 0 is no work
   * @return KiB, at least 1 for any work
   */
  int kib(long nanos) {
    return nanos == 0 ? 0 : (int) Math.max(1, Math.round(nanos / nanosPerKib));
  }
}

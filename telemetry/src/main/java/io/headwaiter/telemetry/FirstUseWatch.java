package io.headwaiter.telemetry;

import java.util.Arrays;
import java.util.function.LongSupplier;

/**
 * Tells the first uses of one kind of work, for example of a request type or of full handshakes,
 * from its usual cost. Class loading, the compilation of a JSP and the filling of caches happen
 * once and must not add to the visit cost.
 *
 * <pre>
 *   first use(n) = n &lt;= {@value #ALWAYS}
 *                  or  c(n) &gt; {@value #FACTOR} median(c(1) .. c(n - 1))  and  c(n) &gt;= 5 ms
 *   n  the n-th piece of work of its kind, by its end     c  its CPU time
 * </pre>
 *
 * <p>The second line finds the request that compiles when several came at once, and the first use
 * of a page of a known type. Worked number: the first requests of a JSP take 530, 9, 6 and 5 ms;
 * the first two are first uses. A page of the same type that was never used takes 410 ms as the
 * fifth: above 20 times the median of 6 ms, so it is a first use, too.
 *
 * <p>The CPU time that a client could hide with this is bounded. After {@value #WATCHED} pieces of
 * work or five minutes, whichever comes first, nothing is a first use any more, and at most {@value
 * #EXPENSIVE_MAX} count by the second line. There are at most {@value
 * io.headwaiter.core.profile.RequestType#TYPES_MAX} request types, created only by requests that
 * the application answered: some 650 requests since the start, however many clients there are.
 * Their CPU time still counts in that of the process, and waits that they cause still count in the
 * queueing delay.
 *
 * <p>Thread-safe; without a lock once the watch is over.
 */
final class FirstUseWatch {
  /** The first pieces of work, which are first uses at any cost. */
  static final int ALWAYS = 2;

  /** Pieces of work after which nothing is a first use any more. */
  static final int WATCHED = 64;

  /** Most first uses because of their cost. */
  static final int EXPENSIVE_MAX = 8;

  /** Multiple of the median above which work is expensive. */
  static final int FACTOR = 20;

  /** CPU time below which work is never expensive. */
  static final long EXPENSIVE_NANOS_MIN = 5_000_000L;

  /** Time after which nothing is a first use. */
  static final long SPAN_NANOS = 300_000_000_000L;

  private static final long[] NOTHING = {};

  private final LongSupplier clock;
  private volatile boolean over;
  // Empty once it is over.
  private long[] costs = NOTHING;
  private long beganNanos;
  private int expensive;

  /**
   * Creates a watch that starts with the first piece of work.
   *
   * @param clock monotonic, nanoseconds
   */
  FirstUseWatch(LongSupplier clock) {
    this.clock = clock;
  }

  /**
   * Adds a piece of work that is done.
   *
   * @param cpuNanos its CPU time
   * @return whether it was a first use
   */
  boolean noteUse(long cpuNanos) {
    return !over && judge(cpuNanos);
  }

  private synchronized boolean judge(long cpuNanos) {
    if (over) {
      return false;
    }
    long nowNanos = clock.getAsLong();
    if (costs.length == 0) {
      beganNanos = nowNanos;
    } else if (nowNanos - beganNanos > SPAN_NANOS) {
      end();
      return false;
    }
    boolean first = costs.length < ALWAYS || isExpensive(cpuNanos);
    insert(cpuNanos);
    if (costs.length == WATCHED) {
      end();
    }
    return first;
  }

  private boolean isExpensive(long cpuNanos) {
    // The lower of two: either of the first two may have been the one that compiled.
    long median = costs[(costs.length - 1) / 2];
    if (cpuNanos < EXPENSIVE_NANOS_MIN
        || cpuNanos <= FACTOR * median
        || expensive == EXPENSIVE_MAX) {
      return false;
    }
    expensive++;
    return true;
  }

  /** Inserts in ascending order. */
  private void insert(long cpuNanos) {
    costs = Arrays.copyOf(costs, costs.length + 1);
    int at = costs.length - 1;
    for (; at > 0 && costs[at - 1] > cpuNanos; at--) {
      costs[at] = costs[at - 1];
    }
    costs[at] = cpuNanos;
  }

  private void end() {
    over = true;
    costs = NOTHING;
  }
}

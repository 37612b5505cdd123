package io.headwaiter.sim.law;

import java.util.HashMap;
import java.util.Map;

/**
 * CoDel with adaptive LIFO at the worker queue, as Facebook uses them: a standing queue gives new
 * turns little time, and serves the newest of them first.
 *
 * <pre>
 *   when a turn comes:    timeout = M if the queue was last empty more than N ago, else N
 *   when its time comes:  dropped if it has waited longer than its timeout
 *   newest first          while the queue was last empty more than N ago, else oldest first
 *   M = 5 ms, N = 100 ms
 * </pre>
 *
 * <p>It acts on turns, handshakes and pages alike, and knows no visits.
 *
 * <p>Source: B. Maurer: Fail at Scale, ACM Queue 13(8), 2015, sections "Controlled Delay" and
 * "Adaptive LIFO" with these values of M and N. The article does not say when exactly the order
 * changes; here both use the same condition.
 */
public final class CodelLifo implements Law {
  /** The name of this law. */
  public static final String NAME = "codel-lifo";

  /** The timeout M. */
  public static final long STANDING_TIMEOUT_NANOS = 5_000_000L;

  /** The interval N. */
  public static final long INTERVAL_NANOS = 100_000_000L;

  private final ServerView view;
  private final Map<Long, Long> timeouts = new HashMap<>();
  private long emptyNanos;

  /** Creates the law for an empty queue. */
  public CodelLifo(ServerView view) {
    this.view = view;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public boolean enqueue(Turn turn, long nowNanos) {
    if (view.waiting() == 0) {
      emptyNanos = nowNanos;
    }
    timeouts.put(turn.connection(), stands(nowNanos) ? STANDING_TIMEOUT_NANOS : INTERVAL_NANOS);
    return true;
  }

  @Override
  public boolean newestFirst(long nowNanos) {
    return stands(nowNanos);
  }

  @Override
  public boolean begin(Turn turn, long waitedNanos, long nowNanos) {
    if (view.waiting() == 0) {
      emptyNanos = nowNanos;
    }
    Long timeout = timeouts.remove(turn.connection());
    return timeout == null || waitedNanos <= timeout;
  }

  private boolean stands(long nowNanos) {
    return nowNanos - emptyNanos > INTERVAL_NANOS;
  }
}

package io.headwaiter.sim.law;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * DAGOR's admission of requests: while requests wait too long for a worker, it demands a higher and
 * higher business and user priority.
 *
 * <pre>
 *   every second, or 2000 requests, whichever comes first:
 *   w &gt; 20 ms   n := 0.95 Nadm     overloaded
 *   else        n := 1.01 Nadm
 *   level := the highest one of which the window saw at most n requests at it or before it,
 *            and at least one more than before if not overloaded
 *   w     mean time that the window's requests waited for a worker
 *   Nadm  requests of the window that were admitted
 *   business priority   1: pages of a visit that has had one, 2: first pages
 *   user priority       1 to 128, a hash of the customer and the hour
 * </pre>
 *
 * <p>A request is admitted if its business priority comes before the level's, or is the same and
 * its user priority is at most the level's. The hash makes this consistent: a customer that gets
 * one page gets the next. We added that the level always rises while there is no overload. Without
 * that, a level with more requests than a hundredth of those admitted would never rise.
 *
 * <p>Left out: telling the level to senders, so that they do not send; browsers would ignore it.
 * Each shop has its own business priorities; WeChat's put login first and payments before messages.
 *
 * <p>As published it acts on requests, and TLS has ended elsewhere before. If TLS costs more than
 * pages, that is no defence. So a second variant also checks the level of handshakes, as if a
 * server knew the customer at the hello. No real server could do this as well, because it knows new
 * customers only by their address.
 *
 * <p>Source: H. Zhou et al.: Overload Control for Scaling WeChat Microservices, SoCC 2018, section
 * 4, algorithm 1 and the parameters there.
 */
public final class Dagor implements Law {
  /** The name of the law if it acts on requests, as published. */
  public static final String NAME = "dagor";

  /** The name of the law if it also acts on handshakes. */
  public static final String AT_THE_DOOR = "dagor-door";

  /** Mean wait beyond which the server is overloaded. */
  public static final long OVERLOAD_NANOS = 20_000_000L;

  /** Levels of user priority. */
  public static final int USERS = 128;

  static final int LEVELS = 2 * USERS;

  private static final long WINDOW_NANOS = 1_000_000_000L;
  private static final int WINDOW_REQUESTS = 2000;
  private static final double ALPHA = 0.05;
  private static final double BETA = 0.01;
  private static final long HOUR_NANOS = 3_600_000_000_000L;

  private final boolean atTheDoor;
  private final long[] arrivals = new long[LEVELS];
  // Customers with a cookie that says that they have had a page.
  private final Set<Long> known = new HashSet<>();
  private int level = LEVELS;
  private int requests;
  private int admitted;
  private long begun;
  private double waitedNanos;
  private long windowNanos;

  /**
   * Creates the law; at first it admits all requests.
   *
   * @param atTheDoor whether it also checks the level of handshakes, before they are done
   */
  public Dagor(boolean atTheDoor) {
    this.atTheDoor = atTheDoor;
  }

  @Override
  public String name() {
    return atTheDoor ? AT_THE_DOOR : NAME;
  }

  private boolean concerns(Turn turn) {
    return atTheDoor || turn.kind() == Turn.Kind.REQUEST;
  }

  @Override
  public boolean enqueue(Turn turn, long nowNanos) {
    if (!concerns(turn)) {
      return true;
    }
    if (requests >= WINDOW_REQUESTS || nowNanos - windowNanos >= WINDOW_NANOS) {
      adjust();
      windowNanos = nowNanos;
    }
    int rank = rank(turn, nowNanos);
    requests++;
    arrivals[rank - 1]++;
    if (rank > level) {
      return false;
    }
    admitted++;
    return true;
  }

  @Override
  public boolean begin(Turn turn, long waited, long nowNanos) {
    if (concerns(turn)) {
      begun++;
      waitedNanos += waited;
    }
    return true;
  }

  @Override
  public void done(Turn turn, long residenceNanos, long nowNanos) {
    if (turn.kind() == Turn.Kind.REQUEST) {
      known.add(turn.customer());
    }
  }

  @Override
  public void over(long customer, long nowNanos) {
    known.remove(customer);
  }

  /** Returns business and user priority in one number, 1 first. */
  private int rank(Turn turn, long nowNanos) {
    long mixed = (turn.customer() + nowNanos / HOUR_NANOS * 0x9e3779b9L) * 0x9e3779b97f4a7c15L;
    int user = (int) (mixed >>> 57) + 1;
    return known.contains(turn.customer()) ? user : USERS + user;
  }

  private void adjust() {
    boolean overloaded = begun > 0 && waitedNanos / begun > OVERLOAD_NANOS;
    int by = levelFor(admitted * (overloaded ? 1 - ALPHA : 1 + BETA));
    level = overloaded ? by : Math.min(LEVELS, Math.max(by, level + 1));
    requests = 0;
    admitted = 0;
    begun = 0;
    waitedNanos = 0;
    Arrays.fill(arrivals, 0);
  }

  /** Returns the highest level at or before which at most this many requests came in the window. */
  private int levelFor(double expected) {
    long before = 0;
    for (int rank = 1; rank <= LEVELS; rank++) {
      before += arrivals[rank - 1];
      if (before > expected) {
        return rank - 1;
      }
    }
    return LEVELS;
  }

  /** Returns the last rank that is admitted, 0 to {@value #LEVELS}. */
  int level() {
    return level;
  }
}

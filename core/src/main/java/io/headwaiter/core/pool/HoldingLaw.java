package io.headwaiter.core.pool;

import java.util.Locale;

/**
 * Decides for one type of request after which of its uses a connection is kept for the next one.
 *
 * <p>After its j-th use a request has the connection idle until it takes it again, or until it
 * ends. Keeping it wastes that time of a connection; giving it back wastes the time that it then
 * takes to get to work for somebody else, and a little work:
 *
 * <pre>
 *   keeping      K = v * g              g  mean idle time after that use, to the next use or the end
 *   giving back  R = p * (v * d + c)    p  share of requests that come again after that use
 *                                       d  time a connection lies idle though wanted, for each take
 *                                       c  what taking costs the request, {@value #TAKE_NANOS} ns
 *                                       v  what a connection is worth, see below
 * </pre>
 *
 * All are nanoseconds of somebody's waiting. What the request itself waits to get a connection
 * again is no part of R: whoever is served instead waits that much less. To count it would also
 * justify holding by the line that holding makes, since the longer each request holds, the longer
 * everybody waits.
 *
 * <p>The first 16 uses of a request are told apart, later ones share a stage: 17-32, 33-64, and so
 * on ({@link #stage}). g and p are seen whether the connection is kept or not, so that a decision
 * can be taken back.
 *
 * <p>What a connection is worth, v: how many seconds of waiting one second of a connection costs.
 * With Q in line on average for N connections, and somebody in line for the share P of the time, a
 * second lost keeps the one from working who is next, if there is one, and delays all in line by
 * 1/N of it:
 *
 * <pre>
 *   v = P + Q / N
 * </pre>
 *
 * So v is 0 where nobody waits, and keeping is free. In an open system that is about to recover,
 * the delay is also passed on to those who come before the line is empty; that is left out, because
 * an overloaded server with a bounded number of threads has no such end.
 *
 * <p>Hysteresis: a stage changes sides only if the other side is cheaper by a quarter and by 1
 * microsecond, and after 20 uses were seen in it. It begins with keeping. Sums are halved every 512
 * uses, so that a changed page is noticed within about a thousand.
 *
 * <p>Worked number: 10 connections, always somebody in line, 4 on average: v = 1 + 0.4 = 1.4. A
 * connection that is given back works again 0.2 ms later: R = 1.4 * 0.2 + 0.005 = 0.285 ms for a
 * request that always comes again. A search asks for its second row 0.05 ms after the first: K =
 * 0.07 ms, keep. A report computes for 50 ms between two queries: K = 70 ms, give back.
 *
 * <p>Not thread-safe, but for {@link #keeps}, which may be asked on any thread.
 */
public final class HoldingLaw {
  /** What taking a connection that is there costs a request, in nanoseconds. */
  public static final long TAKE_NANOS = 5_000;

  /** How many stages there are. The last has all uses from the 257th. */
  public static final int STAGES = 21;

  private static final int TOLD_APART = 16;
  private static final int BITS_OF_FIRST_SHARED = 5;
  private static final int ALL = (1 << STAGES) - 1;
  private static final int USES_MIN = 20;
  private static final int USES_MAX = 512;
  private static final double BETTER_BY = 1.25;
  private static final double BETTER_BY_NANOS = 1_000;

  private final double[] uses = new double[STAGES];
  private final double[] again = new double[STAGES];
  private final double[] idleNanos = new double[STAGES];
  private double value;
  private double giveBackNanos;
  private volatile int kept = ALL;

  /**
   * What was found of a stage.
   *
   * @param stage 0 to {@link #STAGES} - 1
   * @param keeps whether the connection is kept after such a use
   * @param uses how many were seen, older ones counting less
   * @param again share of them after which the request came again, 0 to 1
   * @param idleNanos mean idle time after such a use, nanoseconds
   * @param keepNanos what keeping costs others, nanoseconds of waiting for each use
   * @param giveBackNanos what giving back costs the request, likewise
   */
  public record Verdict(
      int stage,
      boolean keeps,
      double uses,
      double again,
      double idleNanos,
      double keepNanos,
      double giveBackNanos) {
    /** One sentence for people. */
    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "after use %s: %s; keeping costs others %.3f ms, giving back costs %.3f ms"
              + " (idle %.3f ms, %.0f%% come again, %.0f seen)",
          usesOf(stage),
          keeps ? "kept" : "given back",
          keepNanos / 1e6,
          giveBackNanos / 1e6,
          idleNanos / 1e6,
          again * 100,
          uses);
    }

    private static String usesOf(int stage) {
      if (stage < TOLD_APART) {
        return String.valueOf(stage + 1);
      }
      int before = TOLD_APART << (stage - TOLD_APART);
      return stage == STAGES - 1 ? before + 1 + " and later" : before + 1 + "-" + 2 * before;
    }
  }

  /** The stage of the use-th use of a request, counted from 1. */
  public static int stage(int use) {
    if (use <= TOLD_APART) {
      return Math.max(0, use - 1);
    }
    int bits = Integer.SIZE - Integer.numberOfLeadingZeros(use - 1);
    return Math.min(STAGES - 1, TOLD_APART + bits - BITS_OF_FIRST_SHARED);
  }

  /**
   * What a connection is worth: seconds of waiting that a second of it costs.
   *
   * @param shareWithLine P, share of the time in which somebody is in line, 0 to 1
   * @param meanInLine Q, how many are in line on average, 0 or more
   * @param connections N, at least 1
   */
  public static double value(double shareWithLine, double meanInLine, int connections) {
    return shareWithLine + meanInLine / connections;
  }

  /** Whether a connection is kept after the use-th use of a request, counted from 1. */
  public boolean keeps(int use) {
    return (kept >>> stage(use) & 1) != 0;
  }

  /**
   * Uses of one stage were seen.
   *
   * @param stage 0 to {@link #STAGES} - 1
   * @param ended how many uses ended
   * @param cameAgain after how many of them the request took a connection again
   * @param nanos idle time after all of them, up to the next use or the end of the request
   */
  public void observe(int stage, int ended, int cameAgain, long nanos) {
    uses[stage] += ended;
    again[stage] += cameAgain;
    idleNanos[stage] += nanos;
    if (uses[stage] > USES_MAX) {
      uses[stage] /= 2;
      again[stage] /= 2;
      idleNanos[stage] /= 2;
    }
  }

  /**
   * Decides anew.
   *
   * @param connectionValue v, see {@link #value}
   * @param idleThoughWantedNanos d, nanoseconds
   */
  public void decide(double connectionValue, double idleThoughWantedNanos) {
    value = connectionValue;
    giveBackNanos = connectionValue * idleThoughWantedNanos + TAKE_NANOS;
    int next = kept;
    for (int stage = 0; stage < STAGES; stage++) {
      if (uses[stage] < USES_MIN) {
        continue;
      }
      double keep = connectionValue * idleNanos[stage] / uses[stage];
      double giveBack = giveBackNanos * again[stage] / uses[stage];
      if (isCheaper(giveBack, keep)) {
        next &= ~(1 << stage);
      } else if (isCheaper(keep, giveBack)) {
        next |= 1 << stage;
      }
    }
    kept = next;
  }

  private static boolean isCheaper(double cost, double than) {
    return cost * BETTER_BY < than && cost + BETTER_BY_NANOS < than;
  }

  /** Why a stage is as it is, by the last decision's prices. */
  public Verdict verdict(int stage) {
    double n = Math.max(1, uses[stage]);
    double share = again[stage] / n;
    double idle = idleNanos[stage] / n;
    return new Verdict(
        stage,
        (kept >>> stage & 1) != 0,
        uses[stage],
        share,
        idle,
        value * idle,
        share * giveBackNanos);
  }
}

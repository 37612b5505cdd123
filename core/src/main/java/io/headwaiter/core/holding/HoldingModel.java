package io.headwaiter.core.holding;

import java.util.Locale;

/**
 * Decides for one type of request after which uses a request keeps its connection for the next one.
 *
 * <p>After its j-th use a kept connection is idle until the request uses it again or ends. Keeping
 * it wastes that time. Giving it back wastes the time until it works for another request, and a
 * little work:
 *
 * <pre>
 *   keeping      K = v * g              g  mean idle time after that use, to the next or the end
 *   giving back  R = p * (v * d + c)    p  share of requests that use one again after that use
 *                                       d  time a connection is idle though wanted, for each take
 *                                       c  cost of a take for the request, {@value #TAKE_NANOS} ns
 *                                       v  value of a connection, see below
 * </pre>
 *
 * <p>All are nanoseconds of waiting. R does not include the request's own wait for a new
 * connection, because another request waits that much less. Including it would also justify holding
 * by the queue that holding makes: the longer each request holds, the longer all requests wait.
 *
 * <p>The first 16 uses of a request have a stage each. Later ones share a stage: 17-32, 33-64, and
 * so on ({@link #stage}). g and p are observed whether the connection is kept or not, so a decision
 * can be reversed.
 *
 * <p>The value v is the number of seconds of waiting that one second of a connection costs. Let Q
 * requests wait on average for N connections, and at least one for the share P of the time. A
 * second lost delays the next request, if there is one, by that second, and all waiting ones by 1/N
 * of it:
 *
 * <pre>
 *   v = P + Q / N
 * </pre>
 *
 * <p>So v is 0 where no request waits, and keeping is free. In an open system that is about to
 * recover, the delay also reaches requests that arrive before the queue is empty. That is left out,
 * because an overloaded server with a bounded number of threads has no such end.
 *
 * <p>Hysteresis: a stage changes only if its present choice costs more than 1.25 times the other
 * choice and over 1 microsecond more, and after 20 observed uses. It begins with keeping. Sums are
 * halved when they exceed 512 uses, so that about a thousand uses show that a page has changed.
 *
 * <p>Worked number: 10 connections, always at least one request waits, 4 on average: v = 1 + 0.4 =
 * 1.4. A connection that is given back works again 0.2 ms later: R = 1.4 * 0.2 + 0.005 = 0.285 ms
 * for a request that always uses one again. A search asks for its second row 0.05 ms after the
 * first: K = 0.07 ms, keep. A report computes for 50 ms between two queries: K = 70 ms, give back.
 *
 * <p>Not thread-safe, except {@link #keeps}, which any thread may call.
 */
public final class HoldingModel {
  /** The cost for a request of taking an available connection, in nanoseconds. */
  public static final long TAKE_NANOS = 5_000;

  /** The number of stages. The last has all uses from the 257th. */
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
   * The state of a stage and the figures behind it.
   *
   * @param stage 0 to {@link #STAGES} - 1
   * @param keeps whether the connection is kept after such a use
   * @param uses number of observed uses, older ones with less weight
   * @param again share of them after which the request used a connection again, 0 to 1
   * @param idleNanos mean idle time after such a use, nanoseconds
   * @param keepNanos K, cost of keeping, nanoseconds of waiting for each use
   * @param giveBackNanos R, cost of giving back, likewise
   */
  public record Verdict(
      int stage,
      boolean keeps,
      double uses,
      double again,
      double idleNanos,
      double keepNanos,
      double giveBackNanos) {
    /** One sentence for the operator. */
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

  /** Returns the stage of the use-th use of a request, counted from 1. */
  public static int stage(int use) {
    if (use <= TOLD_APART) {
      return Math.max(0, use - 1);
    }
    int bits = Integer.SIZE - Integer.numberOfLeadingZeros(use - 1);
    return Math.min(STAGES - 1, TOLD_APART + bits - BITS_OF_FIRST_SHARED);
  }

  /**
   * Returns the value of a connection: seconds of waiting that a second of it costs.
   *
   * @param shareWithLine P, share of the time in which at least one request waits, 0 to 1
   * @param meanInLine Q, mean number of waiting requests, 0 or more
   * @param connections N, at least 1
   */
  public static double value(double shareWithLine, double meanInLine, int connections) {
    return shareWithLine + meanInLine / connections;
  }

  /** Returns whether the connection is kept after the use-th use of a request, counted from 1. */
  public boolean keeps(int use) {
    return (kept >>> stage(use) & 1) != 0;
  }

  /**
   * Adds observed uses of one stage.
   *
   * @param stage 0 to {@link #STAGES} - 1
   * @param ended number of uses that ended
   * @param cameAgain number of them after which the request used a connection again
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
   * Decides again for all stages with enough observed uses.
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

  /** Returns the state of a stage, with costs by the values of the last decision. */
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

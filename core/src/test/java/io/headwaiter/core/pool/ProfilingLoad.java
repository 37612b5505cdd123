package io.headwaiter.core.pool;

import io.headwaiter.core.pool.profile.ProfilePoint;

/**
 * The load generator of the rig: computes the load to offer in a profiling run, so that the server
 * is full and not flooded. By the results of each step it raises the load until the server is full.
 * Then it offers overload times the completed rate.
 *
 * <pre>
 *   not full   offer twice as much, but no more than loadMax, and go only half of the way, by ratio,
 *              to the least load that filled it
 *   full       offer overload times the completed rate, at least half as much as before; if that
 *              load did not fill it before, go half of the way
 *   nothing completed, and not full: offer the same again, because the server may be dead
 *   settled    full, and offered was 0.9 to 1.2 times overload times completed, twice in a row
 *   hopeless   not full with loadMax, or {@value #STEPS_MAX} steps were not enough
 * </pre>
 *
 * <p>A server that a load did not fill completes at least 1 / 1.03 of it, unless less than 0.8 of
 * its threads are busy. So the rising load is never more than 2.06 times the capacity, and a
 * settled one is overload - 10 % to overload + 20 %. Only a first load that is far too high exceeds
 * this; it is at most halved in each step. Worked number: capacity 100 sessions a second, first
 * load 10, overload 1.3: 10, 20, 40, 80, 160, 130, 130, settled. For a server that collapses when
 * flooded, half of the way leads to the load that just fills it.
 *
 * <p>A step must be long enough for a change of load to have an effect: some response times where
 * requests are offered, a session where sessions begin. Measure only after the load has settled.
 *
 * <p>Not thread-safe.
 */
public final class ProfilingLoad {
  private static final int STEPS_MAX = 40;
  private static final double MORE = 2;
  private static final double LESS = 0.5;
  private static final double LOW = 0.9;
  private static final double HIGH = 1.2;
  private static final int SETTLED_AFTER = 2;

  private final double overload;
  private final double loadMax;
  private double offered;
  private double mostNotFull;
  private double leastFull = Double.POSITIVE_INFINITY;
  private int steps;
  private int good;
  private boolean hopeless;

  /**
   * Starts with a load.
   *
   * @param sessionsPerSecond first load, above 0; rather too low than too high
   * @param overload offered load over the completed one, 1.1 to 10, see {@link
   *     io.headwaiter.core.pool.plan.ProfilingSettings}
   * @param loadMaxPerSecond the most that may be offered, sessions a second, above 0
   */
  public ProfilingLoad(double sessionsPerSecond, double overload, double loadMaxPerSecond) {
    Checks.above0("sessionsPerSecond", sessionsPerSecond);
    Checks.within("overload", overload, 1.1, 10);
    Checks.above0("loadMaxPerSecond", loadMaxPerSecond);
    this.overload = overload;
    loadMax = loadMaxPerSecond;
    offered = Math.min(loadMax, sessionsPerSecond);
  }

  /** Load to offer now, sessions a second. */
  public double sessionsPerSecond() {
    return offered;
  }

  /** Whether the server is full and not flooded, so that the next interval can be measured. */
  public boolean isSettled() {
    return good >= SETTLED_AFTER;
  }

  /** Whether the server cannot be filled or is unsteady, so that nothing can be measured. */
  boolean isHopeless() {
    return hopeless;
  }

  /**
   * Adds the result of one step with the load of {@link #sessionsPerSecond}.
   *
   * @param completedPerSecond sessions a second, at least 0
   * @param threadsBusy fraction of the threads in use, 0 to 1
   */
  public void add(double completedPerSecond, double threadsBusy) {
    Checks.atLeast0("completedPerSecond", completedPerSecond);
    Checks.within("threadsBusy", threadsBusy, 0.0, 1.0);
    boolean full = ProfilePoint.isOverloaded(offered, completedPerSecond, threadsBusy);
    double wanted = overload * completedPerSecond;
    boolean near = full && offered >= LOW * wanted && offered <= HIGH * wanted;
    good = near ? good + 1 : 0;
    steps++;
    hopeless = !isSettled() && ((!full && offered >= loadMax) || steps >= STEPS_MAX);
    if (!isSettled()) {
      boolean nothing = completedPerSecond <= 0 && !full;
      offered = Math.min(loadMax, full ? less(wanted) : nothing ? offered : more());
    }
  }

  private double more() {
    mostNotFull = Math.max(mostNotFull, offered);
    if (leastFull <= mostNotFull) {
      leastFull = Double.POSITIVE_INFINITY; // it was full by chance
    }
    return Math.min(MORE * offered, Math.sqrt(offered * leastFull));
  }

  private double less(double wanted) {
    leastFull = Math.min(leastFull, offered);
    if (mostNotFull >= leastFull) {
      mostNotFull = 0;
    }
    double next = Math.max(LESS * offered, wanted);
    return next <= mostNotFull ? Math.sqrt(mostNotFull * offered) : next;
  }
}

package io.headwaiter.core.pool;

/**
 * A load generator of the rig: how much to offer in a profiling run, so that the server is full and
 * not flooded. Told from time to time what came of it, it goes up until the server is full and then
 * keeps to a part more than is carried.
 *
 * <pre>
 *   not full   offer twice as much, but no more than loadMax, and go only half of the way, by ratio,
 *              to the least load that filled it
 *   full       offer overload times what was completed, at least half as much as before; if that did
 *              not fill it already, then half of the way
 *   nothing was completed, and not full: the same again, for it may be dead
 *   settled    full, and offered was 0.9 to 1.2 times overload times completed, twice in a row
 *   hopeless   not full with loadMax, or {@value #STEPS_MAX} steps were not enough
 * </pre>
 *
 * <p>Who was not full with some load carries at least 1 / 1.03 of it. So on the way up never more
 * than 2.06 times the capacity is offered, whatever was believed of it; and while times are taken
 * overload - 10 % to overload + 20 %. Only a beginning that was far too high is higher, until the
 * second step. Worked number: 100 sessions a second can be carried, 10 are offered at first,
 * overload is 1.3: 10, 20, 40, 80, 160, 130, 130, settled. A server that collapses when flooded is
 * not lost: half of the way leads to where it is just full.
 *
 * <p>A step must be long enough for a change of load to be felt: some response times where requests
 * are offered, a session where sessions begin. Only what comes after it is settled is to be
 * measured.
 *
 * <p>Not thread-safe.
 */
final class ProfilingLoad {
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
   * Begins.
   *
   * @param sessionsPerSecond to begin with, above 0; rather too little than too much
   * @param overload to offer over what is carried, 1.1 to 10, see {@link ProfilingSettings}
   * @param loadMaxPerSecond the most that may be offered, sessions a second, above 0
   */
  ProfilingLoad(double sessionsPerSecond, double overload, double loadMaxPerSecond) {
    Checks.above0("sessionsPerSecond", sessionsPerSecond);
    Checks.within("overload", overload, 1.1, 10);
    Checks.above0("loadMaxPerSecond", loadMaxPerSecond);
    this.overload = overload;
    loadMax = loadMaxPerSecond;
    offered = Math.min(loadMax, sessionsPerSecond);
  }

  /** Load to offer now, sessions a second. */
  double sessionsPerSecond() {
    return offered;
  }

  /** Whether the server is full and not flooded, so that what comes now may be measured. */
  boolean isSettled() {
    return good >= SETTLED_AFTER;
  }

  /** Whether the server cannot be filled, or does not keep still: nothing can be learned. */
  boolean isHopeless() {
    return hopeless;
  }

  /**
   * Takes in what came of the load of {@link #sessionsPerSecond} in one step.
   *
   * @param completedPerSecond sessions a second, at least 0
   * @param threadsBusy part of the threads in use, 0 to 1
   */
  void add(double completedPerSecond, double threadsBusy) {
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

package io.headwaiter.core.capacity;

/**
 * The slow outer loop of admission: while visits are refused, the processors should be busy. If
 * they are not, the learned visit cost, the rate or the bound on waiting work is wrong, and the
 * loop corrects them until they are.
 *
 * <pre>
 *   b  busy part of what can be kept busy, at most 2 in an interval, smoothed over 0.5 s:
 *        process CPU / (dt * A')
 *   r  true while visits are refused or wait: until 0.5 s after the last one
 *   d  worker queueing delay, smoothed
 *
 *   x := clamp( x + dt/T1 * min(1, (0.96 - b) / 0.1), 0.5, 4 )   r, b &lt; 0.96, model says full
 *   x := clamp( x - dt/T2 * e, 0.5, 4 )                          else if the visits under way fit:
 *        e = min(1, (d - target) / target)   if d &gt; target
 *        e = 0.25                            else if x &gt; 1, r and b &gt; 0.97
 *   y := clamp( y + dt/1 s * min(1, (0.96 - b) / 0.05), 0, 1 )   r, b &lt; 0.96
 *   y := clamp( y - dt/2 s, 0, 1 )                               r, b &gt; 0.97
 *   y := y + (1 - y) * (1 - exp(-dt / 2 s))                      not r
 *   x  factor on the processors of the budget     y  part of the delay target that may wait as work
 *   T1 = max(4 s, 3 ages),  T2 = max(16 s, 8 ages)   ages: mean age of a visit at its work
 * </pre>
 *
 * <p>The model says full when the visits under way and full handshakes need 0.85 of C * x, the
 * corrected processors for visits. Without this condition, a server that has just admitted a group
 * of long visits would take the time before their requests for a sign of a wrong visit cost, and
 * would admit as many again. Before the visit cost is known, x does not rise above 1.
 *
 * <p>T1 is well above the time after which a change of admission shows in the work, and T2 is above
 * T1, so that the loop does not oscillate. x falls slowly while everything is busy, so that an old
 * correction does not persist.
 *
 * <p>y goes to 1 on a server that refuses no visit: a small burst may queue up to the delay target.
 * Under lasting overload the next visit asks within milliseconds. A short queue then keeps the
 * processors busy, and y falls until they are only just busy.
 *
 * <p>Worked number: a visit cost learned 25 % too high keeps the processors 0.8 busy. With visits
 * of a mean age of 1 s, T1 = 4 s: x grows by 0.25 a second, and is 1.25 after a second.
 *
 * <p>Not thread-safe.
 */
final class UtilisationControl {
  /** Below this busy part, no visit should be refused. */
  private static final double BUSY_GOAL = 0.96;

  private static final double BUSY_ENOUGH = 0.97;

  // Clocks with ticks of 10 ms report too much in one interval and too little in the next. While a
  // database hangs, almost nothing can be kept busy, and the part has no meaning.
  private static final double BUSY_MAX = 2;
  private static final double SMOOTHING_NANOS = 0.5e9;
  private static final double REFUSING_NANOS = 0.5e9;
  private static final double CORRECTION_MIN = 0.5;
  private static final double CORRECTION_MAX = 4;
  private static final double RISE_NANOS_MIN = 4e9;
  private static final double RISE_IN_AGES = 3;
  private static final double RISE_SPAN = 0.1;
  private static final double FALL_NANOS_MIN = 16e9;
  private static final double FALL_IN_AGES = 8;
  private static final double RETURN_PART = 0.25;
  private static final double STOCK_RISE_NANOS = 1e9;
  private static final double STOCK_SPAN = 0.05;
  private static final double STOCK_FALL_NANOS = 2e9;
  private static final double STOCK_RETURN_NANOS = 2e9;
  private static final double IDLE_TAU_NANOS = 10e9;

  private final double targetNanos;
  private double busyPart = 1;
  private double sinceRefusalNanos = Double.MAX_VALUE;
  private double correction = 1;
  private double stockPart = 1;
  private double idleNanos;
  private double refusingNanos;

  /**
   * Creates a loop without measurements: x and y are 1.
   *
   * @param targetNanos worker queueing delay up to which the budget is not reduced for the delay,
   *     above 0
   */
  UtilisationControl(long targetNanos) {
    this.targetNanos = targetNanos;
  }

  /**
   * The measurements of one interval.
   *
   * @param elapsedNanos its length, above 0
   * @param busyPart b of this interval alone, at least 0
   * @param refusing whether visits were refused in it, or wait at its end
   * @param delayNanos d
   * @param modelFull whether the model says that the processors are taken
   * @param promisesFit whether the visits under way need no more processors than there are
   * @param ageNanos mean age of a visit at its work
   * @param costKnown whether visits have been watched for long enough
   */
  record Look(
      double elapsedNanos,
      double busyPart,
      boolean refusing,
      double delayNanos,
      boolean modelFull,
      boolean promisesFit,
      double ageNanos,
      boolean costKnown) {}

  /** Adds one interval. */
  void add(Look look) {
    double dt = look.elapsedNanos();
    double busy = Math.min(BUSY_MAX, look.busyPart());
    busyPart += (busy - busyPart) * -Math.expm1(-dt / SMOOTHING_NANOS);
    sinceRefusalNanos = look.refusing() ? 0 : sinceRefusalNanos + dt;
    boolean refusing = sinceRefusalNanos < REFUSING_NANOS;
    correct(look, refusing);
    stock(dt, refusing);
    double keep = Math.exp(-dt / IDLE_TAU_NANOS);
    idleNanos = idleNanos * keep + (refusing ? Math.max(0, 1 - look.busyPart()) * dt : 0);
    refusingNanos = refusingNanos * keep + (refusing ? dt : 0);
  }

  private void correct(Look look, boolean refusing) {
    double dt = look.elapsedNanos();
    double change = 0;
    if (refusing && busyPart < BUSY_GOAL && look.modelFull()) {
      double riseNanos = Math.max(RISE_NANOS_MIN, RISE_IN_AGES * look.ageNanos());
      change = dt / riseNanos * Math.min(1, (BUSY_GOAL - busyPart) / RISE_SPAN);
    } else if (look.promisesFit()) {
      double fallNanos = Math.max(FALL_NANOS_MIN, FALL_IN_AGES * look.ageNanos());
      change = -dt / fallNanos * tooMuch(look, refusing);
    }
    double most = look.costKnown() ? CORRECTION_MAX : 1;
    correction = Math.max(CORRECTION_MIN, Math.min(most, correction + change));
  }

  private double tooMuch(Look look, boolean refusing) {
    if (look.delayNanos() > targetNanos) {
      return Math.min(1, (look.delayNanos() - targetNanos) / targetNanos);
    }
    return correction > 1 && refusing && busyPart > BUSY_ENOUGH ? RETURN_PART : 0;
  }

  private void stock(double dt, boolean refusing) {
    if (!refusing) {
      stockPart += (1 - stockPart) * -Math.expm1(-dt / STOCK_RETURN_NANOS);
    } else if (busyPart < BUSY_GOAL) {
      stockPart += dt / STOCK_RISE_NANOS * Math.min(1, (BUSY_GOAL - busyPart) / STOCK_SPAN);
    } else if (busyPart > BUSY_ENOUGH) {
      stockPart -= dt / STOCK_FALL_NANOS;
    }
    stockPart = Math.max(0, Math.min(1, stockPart));
  }

  /** Returns x, for the budget: 0.5 to 4. */
  double correction() {
    return correction;
  }

  /** Returns y, for the queue: 0 to 1. */
  double stockPart() {
    return stockPart;
  }

  /**
   * Returns the idle part of the processors that could be busy while visits were refused or waited,
   * over about the last ten seconds; 0 if that was for less than about half a second.
   */
  double idleWhileRefusing() {
    return refusingNanos > SMOOTHING_NANOS ? idleNanos / refusingNanos : 0;
  }
}

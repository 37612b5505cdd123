package io.headwaiter.core.capacity;

/**
 * The formula of the eDragon Admission Control (EAC), exactly as published.
 *
 * <pre>
 *   N(k) = floor( (k * A(k) - O(k) * CT_O) / CT_N )
 * </pre>
 *
 * <table>
 *   <caption>Symbols</caption>
 *   <tr><td>N(k)</td><td>new connections that may be accepted in sampling interval k</td></tr>
 *   <tr><td>k</td><td>length of the interval, seconds (2 s in the paper)</td></tr>
 *   <tr><td>A(k)</td><td>processors allocated to the server</td></tr>
 *   <tr><td>O(k)</td><td>resumed connections that arrive in the interval; all accepted</td></tr>
 *   <tr><td>CT_O</td><td>computation time of a resumed connection, seconds, with all its
 *       requests</td></tr>
 *   <tr><td>CT_N</td><td>computation time of a new connection, seconds, with all its
 *       requests</td></tr>
 * </table>
 *
 * <p>Where resumed connections alone need more than there is, the published expression is negative;
 * it is clamped at zero.
 *
 * <p>Worked number: k = 2 s, A = 4, O = 500, CT_O = 2 ms, CT_N = 175 ms: (8 - 1) / 0.175 = 40 new
 * connections.
 *
 * <p>Source: J. Guitart, D. Carrera, V. Beltran, J. Torres, E. Ayguadé: Designing an overload
 * control strategy for secure e-commerce applications, Computer Networks 51 (2007), section 5.
 *
 * @param resumedNanos CT_O in nanoseconds, at least 0
 * @param newNanos CT_N in nanoseconds, at least 1
 */
public record EacFormula(long resumedNanos, long newNanos) {
  /** Checks the ranges. */
  public EacFormula {
    if (resumedNanos < 0) {
      throw new IllegalArgumentException(
          "resumedNanos (CT_O) must be at least 0, got " + resumedNanos);
    }
    if (newNanos < 1) {
      throw new IllegalArgumentException("newNanos (CT_N) must be at least 1, got " + newNanos);
    }
  }

  /**
   * Returns N(k).
   *
   * @param intervalNanos k in nanoseconds, above 0
   * @param processors A(k), at least 0
   * @param resumed O(k), at least 0
   */
  public long newAllowed(long intervalNanos, double processors, long resumed) {
    double spareNanos = intervalNanos * processors - (double) resumed * resumedNanos;
    return Math.max(0, (long) Math.floor(spareNanos / newNanos));
  }
}

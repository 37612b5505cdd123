package io.headwaiter.lab.experiment.provisioning;

import java.util.Arrays;

/**
 * The law that moves processors between shops by what they say they need. Plain: numbers in,
 * numbers out; not thread-safe.
 *
 * <pre>
 *   need_i  = max(needed_i * HEADROOM, quota_i - spare_i, floor)
 *   fair_i  = max-min fair part of the total: who needs less than an equal part of what is left gets
 *             what it needs, and the others share the rest
 *   quota_i = fair_i + surplus / n             where nobody lacks anything
 *   nothing moves while every |quota_i - old_i| is below the hysteresis
 * </pre>
 *
 * <p>The sum is the total, always. Max-min fairness: Bertsekas and Gallager, Data Networks, section
 * 6.5.2.
 *
 * <p>Worked: one processor, halves; A needs 2, B 0.2 with 0.3 to spare. Needs are 2.2 and 0.22; B
 * gets 0.22, A the rest, 0.78. When B then needs 2, too, both get 0.5.
 */
final class ProcessorShares {
  /** What a shop gets above its need, so that chance in its arrivals finds room. */
  static final double HEADROOM = 1.1;

  private final double total;
  private final double floor;
  private final double hysteresis;
  private double[] quotas;

  /**
   * Starts with equal parts.
   *
   * @param shops how many, at least 1
   * @param total processors together, above 0
   * @param floor what each has at least, from 0 to an equal part
   * @param hysteresis smallest change that is made, at least 0
   */
  ProcessorShares(int shops, double total, double floor, double hysteresis) {
    if (shops < 1 || !(total > 0) || !(floor >= 0 && floor <= total / shops)) {
      throw new IllegalArgumentException(
          "shares need a shop, a total above 0 and a floor up to an equal part, got "
              + shops
              + ", "
              + total
              + " and "
              + floor);
    }
    if (!(hysteresis >= 0)) {
      throw new IllegalArgumentException("hysteresis must be at least 0, got " + hysteresis);
    }
    this.total = total;
    this.floor = floor;
    this.hysteresis = hysteresis;
    this.quotas = new double[shops];
    Arrays.fill(quotas, total / shops);
  }

  /** The quotas in force, one for each shop. */
  double[] quotas() {
    return quotas.clone();
  }

  /**
   * Takes what the shops say, and answers with their quotas.
   *
   * @param needed processors that would carry all that is offered to each; NaN where a shop does
   *     not say, and then nothing moves
   * @param spare processors that each could give back; NaN counts as nothing known
   */
  double[] step(double[] needed, double[] spare) {
    double[] needs = new double[quotas.length];
    for (int i = 0; i < needs.length; i++) {
      if (!Double.isFinite(needed[i])) {
        return quotas();
      }
      double kept = Double.isFinite(spare[i]) ? quotas[i] - spare[i] : 0;
      needs[i] = Math.max(floor, Math.max(needed[i] * HEADROOM, kept));
    }
    double[] wanted = fair(needs, total);
    for (int i = 0; i < wanted.length; i++) {
      if (Math.abs(wanted[i] - quotas[i]) >= hysteresis) {
        quotas = wanted;
        break;
      }
    }
    return quotas();
  }

  /** Max-min fair parts of a total; what is left over where all have what they need, in parts. */
  static double[] fair(double[] needs, double total) {
    double[] parts = new double[needs.length];
    boolean[] done = new boolean[needs.length];
    double left = total;
    int open = needs.length;
    for (boolean moved = true; moved && open > 0; ) {
      moved = false;
      double equal = left / open;
      for (int i = 0; i < needs.length; i++) {
        if (!done[i] && needs[i] <= equal) {
          parts[i] = needs[i];
          left -= needs[i];
          done[i] = true;
          open--;
          moved = true;
          break; // the equal part of the others has grown
        }
      }
    }
    for (int i = 0; i < needs.length; i++) {
      parts[i] = open == 0 ? parts[i] + left / needs.length : done[i] ? parts[i] : left / open;
    }
    return parts;
  }
}

package io.headwaiter.core.pool.queueing;

import java.util.Arrays;

/**
 * Computes the effect of another mix on times while the number of threads at work stays the same.
 * It needs each type's processor time and the use of the processors; {@link Contention} has to
 * estimate both from times alone.
 *
 * <pre>
 *   a          threads at work,  T = sum V t  time of a session,  lambda = a / T
 *   D = U n / lambda             processor time of a session, including work outside of requests;
 *                                U fraction of n processors in use
 *   Z                            delay with which n processors complete lambda: finite source
 *   a_c(a) = a - lambda Z        threads at the processors, w = a_c(a) - a_c(a - 1)
 *   O = sum V_i max(0, t_i - c_i a_c / (lambda sum V c))    time spent outside of the processors
 *   lambda' / lambda = (C / C')^w (O / O')^(1 - w),         C = sum V c
 *   t'_j = t_j exp(e_j y), e_j as in {@link Contention}, y such that sum V'_j t'_j = a / lambda'
 * </pre>
 *
 * <p>In a closed product-form network the rate responds to the demand of a part with minus the
 * fraction of one more thread at work that would be at that part (Buzen, Comm. ACM 16, 1973). For
 * the processors this is w. Full processors have w = 1: then the rate depends on their work alone,
 * whatever other times change.
 *
 * <p>Worked number: 32 threads at work, processors 97 % busy: w = 0.999. A mix with 14 % less
 * processor work has a 17 % higher rate, although its unchanged times would give 11 %.
 */
public final class ProcessorContention {
  // At 1 no delay would be short enough.
  private static final double BUSY_MAX = 0.995;
  private static final double SOME_NANOS = 1e9;
  private static final int HALVINGS = 50;
  private static final double NOTHING = 1e-12;

  /**
   * The threads at work and the processors.
   *
   * @param crowd a, above 0
   * @param busyPart U, 0 to 1
   * @param processors n, above 0, may be a fraction
   */
  public record Crowd(double crowd, double busyPart, double processors) {}

  private final Crowd at;
  private final double sessionNanos;
  private final double demandNanos;
  private final double delayNanos;

  private ProcessorContention(Crowd at, double sessionNanos) {
    this.at = at;
    this.sessionNanos = sessionNanos;
    double busy = Math.min(BUSY_MAX, at.busyPart());
    demandNanos = busy * at.processors() * sessionNanos / at.crowd();
    delayNanos = delay();
  }

  /**
   * Returns log t'_j / t_j for each part.
   *
   * @param before V_j t_j with the profile's mix: all parts without a connection, then as many with
   *     one
   * @param after V'_j t_j with the other mix
   * @param growth e_j
   * @param processorBefore V_i c_i by type
   * @param processorAfter V'_i c_i
   */
  public static double[] logFactors(
      Crowd at,
      double[] before,
      double[] after,
      double[] growth,
      double[] processorBefore,
      double[] processorAfter) {
    double[] logs = new double[before.length];
    double was = Arrays.stream(before).sum();
    double work = Arrays.stream(processorBefore).sum() / Arrays.stream(processorAfter).sum();
    if (was > 0 && Arrays.stream(after).sum() > 0 && work > 0 && Double.isFinite(work)) {
      double rate =
          new ProcessorContention(at, was).logRate(before, after, processorBefore, processorAfter);
      double[] within = Contention.within(growth);
      double y = stretch(after, within, Math.log(was) - rate);
      Arrays.setAll(logs, j -> within[j] * y);
    }
    return logs;
  }

  /** log lambda' / lambda. */
  private double logRate(
      double[] before, double[] after, double[] processorBefore, double[] processorAfter) {
    double own = Arrays.stream(processorBefore).sum();
    double other = Arrays.stream(processorAfter).sum();
    double weight = weight();
    double stretch = atProcessors(at.crowd()) * sessionNanos / at.crowd() / own;
    double elsewhere = elsewhere(before, processorBefore, stretch);
    double elsewhereAfter = elsewhere(after, processorAfter, stretch);
    double processors = Math.log(own / other);
    if (elsewhere <= NOTHING * sessionNanos || elsewhereAfter <= NOTHING * sessionNanos) {
      return processors;
    }
    return weight * processors + (1 - weight) * Math.log(elsewhere / elsewhereAfter);
  }

  /**
   * Returns the factor by which faster processors raise the rate, with all else unchanged.
   *
   * @param faster factor of their speed, at least 1
   */
  public static double gain(Crowd at, double faster) {
    ProcessorContention was = new ProcessorContention(at, SOME_NANOS);
    double carried = was.rate(at.crowd(), was.demandNanos, was.delayNanos);
    return Math.max(1, was.rate(at.crowd(), was.demandNanos / faster, was.delayNanos) / carried);
  }

  private double weight() {
    double oneLess = atProcessors(Math.max(0, at.crowd() - 1));
    return Math.max(0, Math.min(1, atProcessors(at.crowd()) - oneLess));
  }

  private static double elsewhere(double[] times, double[] processor, double stretch) {
    double sum = 0;
    int n = processor.length;
    for (int i = 0; i < n; i++) {
      sum += Math.max(0, times[i] + times[n + i] - stretch * processor[i]);
    }
    return sum;
  }

  /** Returns Z: the delay that gives the measured rate. */
  private double delay() {
    double wanted = at.crowd() / sessionNanos;
    double low = 0;
    double high = sessionNanos;
    for (int i = 0; i < HALVINGS; i++) {
      double middle = (low + high) / 2;
      if (rate(at.crowd(), demandNanos, middle) > wanted) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return (low + high) / 2;
  }

  private double atProcessors(double crowd) {
    return crowd <= 0 ? 0 : crowd - rate(crowd, demandNanos, delayNanos) * delayNanos;
  }

  /** Sessions a nanosecond with this many threads at work; linear between whole numbers. */
  private double rate(double crowd, double demand, double delay) {
    int whole = (int) Math.floor(crowd);
    double low = whole == 0 ? 0 : turns(whole, demand, delay);
    double part = crowd - whole;
    return part == 0 ? low : (1 - part) * low + part * turns(whole + 1, demand, delay);
  }

  private double turns(int crowd, double demand, double delay) {
    return FiniteSource.turnsPerNano(crowd, demand, delay, at.processors());
  }

  /** y with sum after_j exp(e_j y) = exp(logWanted), or the nearest within its bounds. */
  private static double stretch(double[] after, double[] growth, double logWanted) {
    double low = -Contention.LOG_MAX;
    double high = Contention.LOG_MAX;
    for (int i = 0; i < HALVINGS; i++) {
      double y = (low + high) / 2;
      double sum = 0;
      for (int j = 0; j < after.length; j++) {
        sum += after[j] * Math.exp(growth[j] * y);
      }
      if (Math.log(sum) < logWanted) {
        low = y;
      } else {
        high = y;
      }
    }
    double grows = 0;
    for (int j = 0; j < after.length; j++) {
      grows += after[j] * growth[j];
    }
    // If no time grows, no y can change the sum.
    return grows > 0 ? (low + high) / 2 : 0;
  }
}

package io.headwaiter.core.visit;

import io.headwaiter.core.capacity.VisitWork;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The usual amount that visits have used by an age, of CPU time or of turns. For each age bin of
 * {@link VisitWork} it keeps the median and the 0.9 quantile of the amounts that visits had used
 * when they first did something at that age.
 *
 * <pre>
 *   x      = ln of the amount a visit has used, at most ln of 3 n_k
 *   m_k   += 2 g * (0.5 - [x &lt;= m_k])      median of bin k
 *   u_k   += 2 g * (0.9 - [x &lt;= u_k])      0.9 quantile of bin k
 *   g      = max(0.05, 1 / c_k)              c_k samples so far; the first one sets both
 *   v_k   += 2 g * (ln V - v_k)              V visit cost at a sample; at first v_k = ln V
 *   s_k    = exp(min(u_k, m_k + ln 4)) * min(10, max(1, V / exp(v_k)))
 *   n_k    = max(n_(k-1), min(s_k, l_k))   with 20 samples and more, else 1.5 * n_(k-1)
 *   l_k    = 1.6^j * n_(k-j); k - j is the last bin before with 20 samples; no limit where at
 *            least 0.3 of the visits come that come to the bin that most come to
 *   N(age) = between n_k at the beginning of bin k and n_(k+1) at its end; N(1 s) before that
 *   P(age) = the same of p_k, which is made like n_k, but p_k = p_(k-1) where fewer visits come
 *            than a tenth of those in the bin that most come to
 * </pre>
 *
 * <p>When all pages cost more from one moment to the next, the visit cost follows within a second
 * or two, and so do the young bins, which many visits come to. Few visits grow old, so the old bins
 * would still know the costs of before, and long visits would be over their accounts although they
 * do what such visits do. So the norm of a bin that has had few samples since then rises with the
 * visit cost. It does not fall with it: the visit cost also falls when short visits join.
 *
 * <p>A visit gives one sample to each bin, however much it uses. So a few visits that use much move
 * a quantile by a few steps, while a change of all costs moves it within a second. Visits without
 * an end collect in the old bins. So the norm of a bin that few visits come to may grow with age
 * only a little faster than in younger bins, which every visit passes through. Each bin ends at 1.5
 * times the age at which it begins, so 1.5 is a constant rate of use and 1.6 a slowly rising one.
 * There is no such limit where many visits come: a first page is often cheaper than the next one by
 * a factor of ten. Beyond the last bin the rate is constant. Within the first second a visit has
 * loaded its first page with all its parts, in any order.
 *
 * <p>Worked number: customers use 2 ms of CPU time in each of their pages, one page a second. At
 * the age of 8 s most have used 14 to 18 ms: norm 18 ms. One that asks without pause has used
 * several hundred.
 *
 * <p>Thread-safe; reading takes no lock.
 */
final class AgeNorm {
  /** Samples in all bins together before there is a norm. */
  static final int SAMPLES_MIN = 200;

  /**
   * Samples of one bin before there is a norm: so many visits, of which a few may be of any kind.
   */
  static final int VISITS_MIN = 100;

  private static final int BINS = VisitWork.BINS;
  private static final long YOUNGEST_NANOS = 1_000_000_000L;
  private static final int REFRESH_SAMPLES = 8;
  private static final int BIN_SAMPLES_MIN = 20;
  private static final double STEP_MIN = 0.05;
  private static final double UPPER_PART = 0.9;
  private static final double SPREAD_LN_MAX = Math.log(4);
  private static final double GROWTH = 1.5;
  private static final double GROWTH_MAX = 1.6;
  private static final double SAMPLE_NORMS_MAX = 3;
  private static final double MANY_PART = 0.1;
  private static final double USUAL_PART = 0.3;
  private static final double RISE_MAX = 10;
  // Remembers a few thousand samples of how many visits come to a bin.
  private static final double FLOW_KEPT = 0.998;

  private final double[] median = new double[BINS];
  private final double[] upper = new double[BINS];
  // The norm of the bin by its own samples.
  private final double[] own = new double[BINS];
  private final long[] samples = new long[BINS];
  // Logarithm of the visit cost at the bin's samples; NaN before the first one with a known cost.
  private final double[] costLn = new double[BINS];
  // The same with weights that decay with time.
  private final double[] flow = new double[BINS];
  private long allSamples;
  // Both are replaced as a whole, and read without the lock; null while too little is known.
  private volatile double @Nullable [] norms;
  private volatile double @Nullable [] commonNorms;
  private volatile double visitCost = Double.POSITIVE_INFINITY;

  /** Creates an instance that has seen no visit. */
  AgeNorm() {
    Arrays.fill(costLn, Double.NaN);
  }

  /**
   * Sets the present visit cost, with which norms of too few new samples rise. Without it they
   * depend on samples alone.
   *
   * @param nanos above 0; infinity while it is not known
   */
  void setVisitCost(double nanos) {
    visitCost = nanos;
  }

  /**
   * Adds a sample: a visit does something at this age for the first time.
   *
   * @param bin from {@link VisitWork#binOf}
   * @param amount the amount it has used so far, at least 0; less than 1 counts as 1
   */
  synchronized void observe(int bin, long amount) {
    double[] known = norms;
    double most = known == null ? Double.POSITIVE_INFINITY : SAMPLE_NORMS_MAX * known[bin];
    double x = Math.log(Math.max(1, Math.min(amount, most)));
    long n = ++samples[bin];
    double step = 2 * Math.max(STEP_MIN, 1.0 / n);
    noteCost(bin, step);
    if (n == 1) {
      median[bin] = x;
      upper[bin] = x;
    } else {
      median[bin] += step * (x > median[bin] ? 0.5 : -0.5);
      upper[bin] += step * (x > upper[bin] ? UPPER_PART : UPPER_PART - 1);
    }
    own[bin] = Math.exp(Math.min(upper[bin], median[bin] + SPREAD_LN_MAX));
    flow[bin]++;
    allSamples++;
    if (allSamples % REFRESH_SAMPLES == 0) {
      refresh();
    }
  }

  private void noteCost(int bin, double step) {
    double now = Math.log(visitCost);
    if (now < Double.POSITIVE_INFINITY) {
      double known = costLn[bin];
      costLn[bin] = Double.isNaN(known) ? now : known + Math.min(1, step) * (now - known);
    }
  }

  /** Returns the norm of the bin by its own samples, in costs of now. */
  private double own(int bin) {
    double rise = visitCost / Math.exp(costLn[bin]);
    boolean rose = rise > 1 && rise < Double.POSITIVE_INFINITY;
    return own[bin] * (rose ? Math.min(RISE_MAX, rise) : 1);
  }

  private void refresh() {
    for (int bin = 0; bin < BINS; bin++) {
      flow[bin] *= FLOW_KEPT;
    }
    if (allSamples >= SAMPLES_MIN && Arrays.stream(samples).max().orElse(0) >= VISITS_MIN) {
      double[] made = norms(/* common= */ false);
      // commonNorms first, because a value in norms says that both are known.
      commonNorms = made == null ? null : norms(/* common= */ true);
      norms = made;
    }
  }

  /**
   * Returns whether enough visits were observed: {@value #VISITS_MIN} in one bin and {@value
   * #SAMPLES_MIN} in all.
   */
  boolean isKnown() {
    return norms != null;
  }

  /**
   * Returns N, the usual amount at this age; infinity while too little is known. Never falls with
   * age.
   *
   * @param ageNanos since the visit began
   */
  double at(long ageNanos) {
    double[] known = norms;
    return known == null ? Double.POSITIVE_INFINITY : at(known, ageNanos, GROWTH);
  }

  /**
   * Returns P, the usual amount at this age as far as visits commonly grow so old. It does not grow
   * with age where few visits come, because these may be the ones that it has to limit. Infinity
   * while too little is known.
   *
   * @param ageNanos since the visit began
   */
  double commonAt(long ageNanos) {
    double[] known = commonNorms;
    return known == null ? Double.POSITIVE_INFINITY : at(known, ageNanos, /* growth= */ 1);
  }

  private static double at(double[] known, long ageNanos, double growth) {
    long age = Math.max(YOUNGEST_NANOS, ageNanos);
    int bin = VisitWork.binOf(age);
    if (bin < 0) {
      double ends = known[BINS - 1] * growth;
      return growth > 1 ? ends * age / VisitWork.endNanos(BINS - 1) : ends;
    }
    double end = bin + 1 < BINS ? known[bin + 1] : known[bin] * growth;
    long begins = VisitWork.beginNanos(bin);
    double part = (double) (age - begins) / (VisitWork.endNanos(bin) - begins);
    return known[bin] + part * (end - known[bin]);
  }

  /**
   * @param common whether norms grow only where many visits come
   */
  private double @Nullable [] norms(boolean common) {
    double[] made = new double[BINS];
    double flowMax = Arrays.stream(flow).max().orElse(0);
    double many = MANY_PART * flowMax;
    double younger = 0;
    double most = 0;
    for (int bin = VisitWork.FIRST_TURN_BIN + 1; bin < BINS; bin++) {
      most *= GROWTH_MAX;
      boolean few = common && younger > 0 && flow[bin] < many;
      if (!few && samples[bin] < BIN_SAMPLES_MIN) {
        younger *= GROWTH;
      } else if (!few) {
        boolean usual = younger == 0 || flow[bin] >= USUAL_PART * flowMax;
        younger = Math.max(younger, usual ? own(bin) : Math.min(own(bin), most));
        most = younger;
      }
      made[bin] = younger;
    }
    fillYoungest(made);
    return made[BINS - 1] > 0 ? made : null;
  }

  /**
   * Fills the bins before the first known one; the bin of first turns never has samples of its own.
   */
  private static void fillYoungest(double[] made) {
    double first = Arrays.stream(made).filter(norm -> norm > 0).findFirst().orElse(0);
    for (int bin = 0; bin < BINS && made[bin] == 0; bin++) {
      made[bin] = first;
    }
  }
}

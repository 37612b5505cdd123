package io.headwaiter.core.pool.model;

import io.headwaiter.core.pool.profile.PoolDemand;
import io.headwaiter.core.pool.profile.PoolSizes;
import io.headwaiter.core.pool.profile.Profile;
import io.headwaiter.core.pool.profile.ProfilePoint;
import io.headwaiter.core.pool.profile.RequestMix;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Predicts the sessions a second that a server completes with M threads and N connections, for one
 * mix.
 *
 * <pre>
 *   lambda(M, N) = form(D(M, N)) * c(M, N)       D from {@link ProfileSurface}, form and c from
 *                                                {@link CapacityForm}
 *   variance of log lambda = sum over points k of (dlog lambda / dlog p_k)^2 Var(D_p,k) / D_p,k^2
 *                            + the same of q  +  sum over k of (dlog lambda / dlog x_k)^2 / n_k
 *                            + s^2 v(M, N)  +  m^2  +  (0.3 log(lambda / lambda_0))^2
 *   x_k, n_k  sessions a second completed at point k (calibrated only), and the number of requests
 *   s^2 = (2 * 0.25^2 + sum r_k^2 / v_k) / (2 + number of k)
 *   r_k  log of the measured rate at point k over the prediction from the other points
 *   v    distance of (M, N) from all points, v_k  point k from the others, see {@link io.headwaiter.core.pool.interpolation.Kriging}
 *   m    error of the form itself: 0.03, and 0.01 if calibrated
 *   lambda_0  with the times of the profile's mix, see {@link io.headwaiter.core.pool.queueing.Contention}
 * </pre>
 *
 * <p>The sums are the delta method for chance in the profile. A bootstrap would need some hundred
 * surfaces for the same number. s^2 v is the error of interpolation. It grows with the distance
 * from the points, and its scale is found by leaving out each point in turn. The band is exp(+-1.96
 * s) around lambda.
 *
 * <p>Worked number: Table I of the paper, M = 30, N = 26: D_p = 1.149 s and D_q = 6.240 s a
 * session, min(30 / 7.389, 26 / 6.240) = 4.06 sessions a second.
 *
 * <p>Immutable.
 */
public final class PoolModel {
  private static final double BAND_DEVIATIONS = 1.96;
  private static final double SCALE_PRIOR = 0.25;
  private static final double SCALE_PRIOR_POINTS = 2;
  private static final double FORM_DEVIATION = 0.03;
  private static final double CALIBRATED_DEVIATION = 0.01;
  // Larger deviations add no information.
  private static final double DEVIATION_MAX = 3;
  // Relative error of the law's correction for another mix, one deviation.
  private static final double OF_MIX = 0.3;
  private static final double STEP = 1e-3;
  private static final double LEAST_REMOTENESS = 1e-3;
  // Replaces a missing or smaller count of requests.
  private static final double LEAST_REQUESTS = 100;
  // Beyond that only every second, third, ... point is left out: the cost is cubic in their number.
  private static final int LEFT_OUT_MAX = 40;

  private final ProfileSurface surface;
  private final RequestMix mix;
  private final CapacityForm form;
  private final boolean calibrated;
  private final double scaleVariance;

  /** Creates a model with the calibrated finite-source form. */
  public PoolModel(ProfileSurface surface, RequestMix mix) {
    this(surface, mix, CapacityForm.CALIBRATED);
  }

  /**
   * Creates a model.
   *
   * @throws io.headwaiter.core.pool.profile.OutsideProfileException if the mix has a type that was
   *     not profiled
   */
  public PoolModel(ProfileSurface surface, RequestMix mix, CapacityForm form) {
    this(surface, mix, form, scaleVariance(surface, form));
  }

  private PoolModel(
      ProfileSurface surface, RequestMix mix, CapacityForm form, double scaleVariance) {
    this.surface = surface;
    this.mix = mix;
    this.form = form;
    this.scaleVariance = scaleVariance;
    calibrated = isCalibrated(surface, form);
  }

  private static boolean isCalibrated(ProfileSurface surface, CapacityForm form) {
    return form == CapacityForm.CALIBRATED && surface.isCalibrated();
  }

  /** Returns the model for another mix, with the same error of interpolation. */
  public PoolModel withMix(RequestMix other) {
    return new PoolModel(surface, other, form, scaleVariance);
  }

  /** Returns the rate that the form computes from a point's own times. */
  private static double ownRate(ProfilePoint point, RequestMix mix, CapacityForm form) {
    return form.ratePerSecond(PoolDemand.of(point, mix), point.threads(), point.connections());
  }

  /** Returns s^2, from the prediction of each point without itself. */
  private static double scaleVariance(ProfileSurface surface, CapacityForm form) {
    double sum = SCALE_PRIOR_POINTS * SCALE_PRIOR * SCALE_PRIOR;
    double count = SCALE_PRIOR_POINTS;
    List<ProfilePoint> points = surface.profile().points();
    int step = 1 + (points.size() - 1) / LEFT_OUT_MAX;
    for (int k = 0; k < points.size() && points.size() > 2; k += step) {
      OptionalDouble squared = missedSquared(surface, form, k);
      if (squared.isPresent()) {
        sum += squared.getAsDouble();
        count++;
      }
    }
    return sum / count;
  }

  private static OptionalDouble missedSquared(ProfileSurface surface, CapacityForm form, int k) {
    Profile profile = surface.profile();
    ProfilePoint left = profile.points().get(k);
    ProfileSurface others = surface.without(k);
    if (!others.contains(left.threads(), left.connections())) {
      return OptionalDouble.empty();
    }
    PoolModel without = new PoolModel(others, profile.mix(), form, 1);
    Guess said = without.guess(left.threads(), left.connections());
    double was =
        isCalibrated(surface, form)
            ? left.completedSessionsPerSecond()
            : ownRate(left, profile.mix(), form);
    double missed = Math.log(was / said.sessionsPerSecond());
    double remoteness = said.missing() * said.missing();
    return OptionalDouble.of(missed * missed / Math.max(LEAST_REMOTENESS, remoteness));
  }

  /** The surface of the model. */
  public ProfileSurface surface() {
    return surface;
  }

  /** The mix of the model. */
  public RequestMix mix() {
    return mix;
  }

  /**
   * Returns the demand of a session.
   *
   * @throws io.headwaiter.core.pool.profile.OutsideProfileException if the profile does not cover
   *     these sizes
   */
  public PoolDemand demand(int threads, int connections) {
    return surface.demand(mix, threads, connections);
  }

  /**
   * Returns lambda(M, N).
   *
   * @throws io.headwaiter.core.pool.profile.OutsideProfileException if the profile does not cover
   *     these sizes
   */
  public double sessionsPerSecond(int threads, int connections) {
    return rate(surface.here(mix, threads, connections), threads, connections);
  }

  private double rate(ProfileSurface.Here here, int threads, int connections) {
    double rate = form.ratePerSecond(here.demand(), threads, connections);
    return calibrated ? rate * here.calibration() : rate;
  }

  /** A rate and the standard deviation of its logarithm by interpolation alone. */
  public record Guess(double sessionsPerSecond, double missing) {}

  /** Returns lambda(M, N) and the error of interpolation, as a standard deviation of log lambda. */
  public Guess guess(int threads, int connections) {
    ProfileSurface.Here here = surface.here(mix, threads, connections);
    return new Guess(
        rate(here, threads, connections), Math.sqrt(scaleVariance * here.remoteness()));
  }

  /**
   * Returns lambda(M, N) with its band.
   *
   * @throws io.headwaiter.core.pool.profile.OutsideProfileException if the profile does not cover
   *     these sizes
   */
  public SustainableRate rate(int threads, int connections) {
    ProfileSurface.Here here = surface.here(mix, threads, connections);
    double rate = rate(here, threads, connections);
    double deviation = Math.min(DEVIATION_MAX, deviation(here, threads, connections));
    double factor = Math.exp(BAND_DEVIATIONS * deviation);
    return new SustainableRate(
        new PoolSizes(threads, connections),
        rate,
        rate / factor,
        rate * factor,
        PoolBottleneck.of(here.demand(), threads, connections));
  }

  /** Standard deviation of log lambda. */
  public double deviation(int threads, int connections) {
    return deviation(surface.here(mix, threads, connections), threads, connections);
  }

  private double deviation(ProfileSurface.Here here, int threads, int connections) {
    double log = Math.log(rate(here, threads, connections));
    double asProfiled = Math.log(rate(here.asProfiled(), threads, connections));
    double form = calibrated ? CALIBRATED_DEVIATION : FORM_DEVIATION;
    return Math.sqrt(
        chance(here, log, threads, connections)
            + scaleVariance * here.remoteness()
            + square(form)
            + square(OF_MIX * (log - asProfiled)));
  }

  /** The variance by chance: the delta method over the profile's points. */
  private double chance(ProfileSurface.Here here, double base, int threads, int connections) {
    double variance = 0;
    List<ProfilePoint> points = surface.profile().points();
    for (int k = 0; k < points.size(); k++) {
      ProfilePoint point = points.get(k);
      PoolDemand own = PoolDemand.of(point, mix);
      double p = Math.log(rate(here.scaled(k, 1 + STEP, 1, 1), threads, connections)) - base;
      double q = Math.log(rate(here.scaled(k, 1, 1 + STEP, 1), threads, connections)) - base;
      double x = Math.log(rate(here.scaled(k, 1, 1, 1 + STEP), threads, connections)) - base;
      variance += square(p * own.threadDeviation(point, mix));
      variance += square(q * own.connectionDeviation(point, mix));
      variance += x * x / Math.max(LEAST_REQUESTS, point.completedRequests());
    }
    return variance / (STEP * STEP);
  }

  /**
   * Returns the standard deviation of log D_p, or of log D_q. It includes chance in the profile,
   * the error of interpolation of lambda divided by the share of D_p, or D_q, in the demand, and
   * the error of the law for another mix.
   *
   * @param with whether of D_q; neither may be 0
   */
  public double timeDeviation(int threads, int connections, boolean with) {
    ProfileSurface.Here here = surface.here(mix, threads, connections);
    PoolDemand demand = here.demand();
    double variance = 0;
    List<ProfilePoint> points = surface.profile().points();
    for (int k = 0; k < points.size(); k++) {
      PoolDemand own = PoolDemand.of(points.get(k), mix);
      PoolDemand moved = here.scaled(k, 1 + STEP, 1 + STEP, 1).demand();
      double slope = Math.log(time(moved, with) / time(demand, with)) / STEP;
      double chance =
          with
              ? own.connectionDeviation(points.get(k), mix)
              : own.threadDeviation(points.get(k), mix);
      variance += square(slope * chance);
    }
    double part = with ? demand.balancedRatio() : 1 - demand.balancedRatio();
    double ofMix = Math.log(time(demand, with) / time(here.asProfiled().demand(), with));
    return Math.sqrt(
        variance + scaleVariance * here.remoteness() / square(part) + square(OF_MIX * ofMix));
  }

  private static double time(PoolDemand demand, boolean with) {
    return with ? demand.connectionNanos() : demand.threadNanos();
  }

  private static double square(double x) {
    return x * x;
  }
}

package io.headwaiter.core.pool;

import java.util.List;
import java.util.OptionalDouble;

/**
 * The sessions a second that a server carries with M threads and N connections, for one mix.
 *
 * <pre>
 *   lambda(M, N) = form(D(M, N)) * c(M, N)       D from {@link ProfileSurface}, form and c from
 *                                                {@link CapacityForm}
 *   variance of log lambda = sum over points k of (dlog lambda / dlog p_k)^2 Var(D_p,k) / D_p,k^2
 *                            + the same of q  +  s^2 v(M, N)  +  m^2
 *   s^2 = (2 * 0.25^2 + sum r_k^2 / v_k) / (2 + number of k)
 *   r_k  log of what was measured at point k over what the other points say of it
 *   v    how far (M, N) is from all points, v_k  point k from the others, see {@link Kriging}
 *   m    what the form itself is off: 0.03, and 0.01 if calibrated
 * </pre>
 *
 * <p>The first two sums are the delta method: chance in the profile. A bootstrap would need some
 * hundred surfaces for the same number. The third is what interpolation may miss: it grows away
 * from the points, by a scale that is found by leaving out each point in turn. The band is
 * exp(+-1.96 s) around lambda.
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
  private static final double STEP = 1e-3;
  private static final double LEAST_REMOTENESS = 1e-3;

  private final ProfileSurface surface;
  private final RequestMix mix;
  private final CapacityForm form;
  private final boolean calibrated;
  private final double scaleVariance;

  /** The calibrated finite-source form. */
  public PoolModel(ProfileSurface surface, RequestMix mix) {
    this(surface, mix, CapacityForm.CALIBRATED);
  }

  /**
   * A model.
   *
   * @throws OutsideProfileException if the mix has a type that was not profiled
   */
  public PoolModel(ProfileSurface surface, RequestMix mix, CapacityForm form) {
    this(surface, mix, form, /* withBand= */ true);
  }

  private PoolModel(ProfileSurface surface, RequestMix mix, CapacityForm form, boolean withBand) {
    this.surface = surface;
    this.mix = mix;
    this.form = form;
    calibrated = form == CapacityForm.CALIBRATED && surface.isCalibrated();
    scaleVariance = withBand ? scaleVariance() : 0;
  }

  /** What the form makes of a point's own times. */
  private static double ownRate(ProfilePoint point, RequestMix mix, CapacityForm form) {
    return form.ratePerSecond(PoolDemand.of(point, mix), point.threads(), point.connections());
  }

  /** s^2, from what each point would have been without itself. */
  private double scaleVariance() {
    double sum = SCALE_PRIOR_POINTS * SCALE_PRIOR * SCALE_PRIOR;
    double count = SCALE_PRIOR_POINTS;
    List<ProfilePoint> points = surface.profile().points();
    for (int k = 0; k < points.size() && points.size() > 2; k++) {
      OptionalDouble squared = missedSquared(k);
      if (squared.isPresent()) {
        sum += squared.getAsDouble();
        count++;
      }
    }
    return sum / count;
  }

  private OptionalDouble missedSquared(int k) {
    Profile profile = surface.profile();
    ProfilePoint left = profile.points().get(k);
    ProfileSurface others = surface.without(k);
    if (!others.contains(left.threads(), left.connections())) {
      return OptionalDouble.empty();
    }
    double said =
        new PoolModel(others, profile.mix(), form, /* withBand= */ false)
            .sessionsPerSecond(left.threads(), left.connections());
    double was =
        !calibrated ? ownRate(left, profile.mix(), form) : left.completedSessionsPerSecond();
    double missed = Math.log(was / said);
    double remoteness = others.here(profile.mix(), left.threads(), left.connections()).remoteness();
    return OptionalDouble.of(missed * missed / Math.max(LEAST_REMOTENESS, remoteness));
  }

  /** What it is computed from. */
  public ProfileSurface surface() {
    return surface;
  }

  /** For which mix. */
  public RequestMix mix() {
    return mix;
  }

  /**
   * What a session takes.
   *
   * @throws OutsideProfileException if the profile says nothing about these sizes
   */
  public PoolDemand demand(int threads, int connections) {
    return surface.demand(mix, threads, connections);
  }

  /**
   * lambda(M, N).
   *
   * @throws OutsideProfileException if the profile says nothing about these sizes
   */
  public double sessionsPerSecond(int threads, int connections) {
    return rate(surface.here(mix, threads, connections), threads, connections);
  }

  private double rate(ProfileSurface.Here here, int threads, int connections) {
    double rate = form.ratePerSecond(here.demand(), threads, connections);
    return calibrated ? rate * here.calibration() : rate;
  }

  /** A rate without its whole band. */
  record Guess(double sessionsPerSecond, double missing) {}

  /** lambda(M, N), and the standard deviation of what interpolation may miss of its logarithm. */
  Guess guess(int threads, int connections) {
    ProfileSurface.Here here = surface.here(mix, threads, connections);
    return new Guess(
        rate(here, threads, connections), Math.sqrt(scaleVariance * here.remoteness()));
  }

  /**
   * lambda(M, N) with its band.
   *
   * @throws OutsideProfileException if the profile says nothing about these sizes
   */
  public SustainableRate rate(int threads, int connections) {
    double rate = sessionsPerSecond(threads, connections);
    double factor = Math.exp(BAND_DEVIATIONS * deviation(threads, connections));
    return new SustainableRate(
        new PoolSizes(threads, connections),
        rate,
        rate / factor,
        rate * factor,
        PoolBottleneck.of(demand(threads, connections), threads, connections));
  }

  /** Standard deviation of log lambda. */
  double deviation(int threads, int connections) {
    double form = calibrated ? CALIBRATED_DEVIATION : FORM_DEVIATION;
    return Math.sqrt(
        chance(threads, connections)
            + scaleVariance * surface.here(mix, threads, connections).remoteness()
            + form * form);
  }

  /** The delta method over the profile's points. */
  private double chance(int threads, int connections) {
    ProfileSurface.Here here = surface.here(mix, threads, connections);
    double base = Math.log(rate(here, threads, connections));
    double variance = 0;
    List<ProfilePoint> points = surface.profile().points();
    for (int k = 0; k < points.size(); k++) {
      double p = Math.log(rate(here.scaled(k, 1 + STEP, 1), threads, connections)) - base;
      double q = Math.log(rate(here.scaled(k, 1, 1 + STEP), threads, connections)) - base;
      PoolDemand own = PoolDemand.of(points.get(k), mix);
      variance += p * p * relativeVariance(points.get(k), own.threadNanos(), /* with= */ false);
      variance += q * q * relativeVariance(points.get(k), own.connectionNanos(), /* with= */ true);
    }
    return variance / (STEP * STEP);
  }

  private double relativeVariance(ProfilePoint point, double demand, boolean with) {
    return demand > 0 ? variance(point, mix, with) / (demand * demand) : 0;
  }

  /** Standard deviation of D_p, or of D_q, of a point, as a part of it. */
  static double relativeDeviation(ProfilePoint point, RequestMix mix, boolean with) {
    PoolDemand own = PoolDemand.of(point, mix);
    double demand = with ? own.connectionNanos() : own.threadNanos();
    return demand > 0 ? Math.sqrt(variance(point, mix, with)) / demand : 0;
  }

  private static double variance(ProfilePoint point, RequestMix mix, boolean with) {
    double variance = 0;
    for (TypeProfile t : point.types()) {
      double visits = mix.visits(t.type());
      double of = with ? t.connectionVarianceOfMean() : t.withoutConnection().varianceOfMean();
      variance += visits * visits * of;
    }
    return variance;
  }
}

package io.headwaiter.lab.experiment.pools;

import io.headwaiter.core.pool.model.PoolModel;
import io.headwaiter.core.pool.profile.RequestMix;
import io.headwaiter.tuning.TuningRun;

/**
 * What a server answered to customers who came by themselves, over what the model says it can.
 *
 * <pre>
 *   part = requests answered a second / (lambda(M, N) L),  lambda and L with the mix as it came,
 *                                                          had no processor time been stolen
 * </pre>
 *
 * <p>Of two hundred sessions some more or fewer are long, or ask for dear pages, by chance; what
 * the model says of just these is what was asked of the server. Times of the run itself would not
 * tell what they cost: the server was not full.
 */
public final class CarriedPart {
  private CarriedPart() {}

  /**
   * Of one run.
   *
   * @param model of any mix
   * @return above 1 if more was answered than the model says; NaN if no session has begun
   */
  public static double of(PoolModel model, TuningRun run) {
    if (run.measured().mix().isEmpty()) {
      return Double.NaN;
    }
    return model
        .surface()
        .profile()
        .known(new RequestMix(run.measured().mix()))
        .map(came -> of(model, run, came))
        .orElse(Double.NaN);
  }

  private static double of(PoolModel model, TuningRun run, RequestMix came) {
    double sessions = model.withMix(came).sessionsPerSecond(run.threads(), run.connections());
    return run.requestsPerSecondUnstolen() / (sessions * came.sessionLength());
  }
}

package io.headwaiter.lab.experiment.provisioning;

import io.headwaiter.lab.bench.TrialPlan;
import io.headwaiter.lab.bench.TrialTiming;
import io.headwaiter.lab.bench.Trials;
import io.headwaiter.lab.model.Customers;
import io.headwaiter.load.workload.RateProfile;
import java.time.Duration;

/**
 * How provisioning is measured: two shops on one processor; first the one has more customers than
 * fit and the other few, then the reverse.
 *
 * @param rounds of all ways to divide the processor
 * @param leadIn load before the window
 * @param phase time before the demand swings, and after it
 * @param high demand in multiples of what fits one processor
 * @param low demand of the other shop at the same time
 * @param everyMillis how often processors are moved
 * @param demo shop, customers and times of warming up
 */
public record ProvisioningPlan(
    int rounds,
    Duration leadIn,
    Duration phase,
    double high,
    double low,
    long everyMillis,
    TrialPlan demo) {
  private static final double SHORT_VISITS = 0.03;

  public static ProvisioningPlan of(boolean quick, Customers customers) {
    TrialTiming timing =
        quick
            ? TrialTiming.QUICK.withWarmUp(Duration.ofMillis(1500), 2).withCompileWindows(2)
            : TrialTiming.FULL.withWarmUp(Duration.ofSeconds(3), 5).withCompileWindows(8);
    TrialPlan demo =
        new TrialPlan(
            timing.withSettle(Duration.ofSeconds(1)), customers.withThinkScale(SHORT_VISITS));
    return quick
        ? new ProvisioningPlan(1, millis(2000), millis(5000), 2, 0.25, 200, demo)
        : new ProvisioningPlan(4, millis(4000), millis(12_000), 2, 0.25, 200, demo);
  }

  private static Duration millis(long millis) {
    return Duration.ofMillis(millis);
  }

  /** When the demand swings, since the start of the run. */
  long swingMillis() {
    return leadIn.plus(phase).toMillis();
  }

  /** The demand of a shop, in multiples of what fits. */
  RateProfile demand(boolean first) {
    return first
        ? RateProfile.step(swingMillis(), high, low)
        : RateProfile.step(swingMillis(), low, high);
  }

  /** Parts of the processor that the shops should have before the swing, the first one's first. */
  public double[] right() {
    double few = low * ProcessorShares.HEADROOM;
    return new double[] {1 - few, few};
  }

  /** What it takes when nothing ends early, without the start of the servers. */
  public Duration longest() {
    Duration run = leadIn.plus(phase.multipliedBy(2)).plus(demo.timing().settle().multipliedBy(2));
    return demo.timing()
        .longestWarmUp()
        .multipliedBy(2)
        .plus(Trials.ofProbe(demo.timing()).multipliedBy(4))
        .plus(run.multipliedBy((long) ProvisioningExperiment.Way.values().length * rounds));
  }
}

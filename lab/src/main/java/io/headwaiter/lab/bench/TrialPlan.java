package io.headwaiter.lab.bench;

import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.study.Visits;
import io.headwaiter.load.LoadOptions;
import java.net.URI;
import java.time.Duration;

/**
 * Who comes, and for how long, in trials of parts that are not declared.
 *
 * @param timing how long everything takes
 * @param customers who comes, and to what shop
 */
public record TrialPlan(TrialTiming timing, Customers customers) {
  /** The load of one run. */
  public LoadOptions load(
      URI target, double ratePerSecond, Duration lead, Duration duration, long runSeed) {
    return Visits.browsing(customers).toBuilder()
        .seed(runSeed)
        .ratePerSecond(ratePerSecond)
        .warmup(lead)
        .duration(duration)
        .build()
        .withTarget(target);
  }
}

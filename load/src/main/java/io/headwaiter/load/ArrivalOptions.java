package io.headwaiter.load;

import io.headwaiter.load.workload.RateProfile;

/**
 * The arrivals of visits.
 *
 * @param kind partly open or closed
 * @param ratePerSecond mean new visits per second; 0 in a closed population
 * @param clients size of the closed population; 0 in a partly open one
 * @param burstFactor rate in a burst divided by the mean rate; 0 unless bursty
 * @param dispersion index of dispersion of the arrivals' counts over long windows; 0 unless bursty
 * @param profile how the rate changes during the run; constant in a closed population
 */
public record ArrivalOptions(
    ArrivalKind kind,
    double ratePerSecond,
    int clients,
    double burstFactor,
    double dispersion,
    RateProfile profile) {
  /** Checks the values; the messages name option, value, range and remedy. */
  public ArrivalOptions {
    OptionChecks.given("arrivals", kind);
    OptionChecks.given("profile", profile);
    if (kind == ArrivalKind.CLOSED) {
      OptionChecks.range("clients", clients, 1, 100_000);
      withoutRate(ratePerSecond, profile);
    } else {
      OptionChecks.range("ratePerSecond", ratePerSecond, 0.001, 100_000);
    }
    if (kind == ArrivalKind.BURSTY) {
      OptionChecks.range("burstFactor", burstFactor, 1.01, 2);
      OptionChecks.range("dispersion", dispersion, 1.01, 100_000);
    }
  }

  private static void withoutRate(double ratePerSecond, RateProfile profile) {
    if (ratePerSecond != 0) {
      throw new IllegalArgumentException(
          "ratePerSecond is "
              + ratePerSecond
              + ", but a closed population has no arrival rate."
              + " Leave it out, or choose poisson, uniform, constant or bursty arrivals.");
    }
    if (!profile.points().isEmpty()) {
      throw new IllegalArgumentException(
          "a closed population has no arrival rate that a profile could change."
              + " Leave the profile out, or choose poisson, uniform, constant or bursty arrivals.");
    }
  }
}

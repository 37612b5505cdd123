package io.headwaiter.lab.workload;

/** Arrivals whose time a profile stretches. Not thread-safe. */
final class StretchedArrivals implements ArrivalSequence {
  private final ArrivalSequence even;
  private final RateProfile profile;
  private long last;

  StretchedArrivals(ArrivalSequence even, RateProfile profile) {
    this.even = even;
    this.profile = profile;
  }

  /** Rounding must not make two of one instant. */
  @Override
  public long nextNanos() {
    last = Math.max(last + 1, Math.round(profile.stretched(even.nextNanos())));
    return last;
  }
}

package io.headwaiter.load.workload;

/** Arrivals with their time stretched by a profile. Not thread-safe. */
final class StretchedArrivals implements ArrivalSequence {
  private final ArrivalSequence even;
  private final RateProfile profile;
  private long last;

  StretchedArrivals(ArrivalSequence even, RateProfile profile) {
    this.even = even;
    this.profile = profile;
  }

  /** Returns the next instant; rounding never makes two arrivals of one instant. */
  @Override
  public long nextNanos() {
    last = Math.max(last + 1, Math.round(profile.stretched(even.nextNanos())));
    return last;
  }
}

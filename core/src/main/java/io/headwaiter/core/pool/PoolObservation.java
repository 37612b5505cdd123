package io.headwaiter.core.pool;

/**
 * What a running server saw in one interval.
 *
 * @param nowNanos end of the interval, from any fixed instant, never less than before
 * @param mix with which requests come now
 * @param mixRequests how many requests the mix rests on, at least 0
 * @param work the mix with requests weighed by the thread time they took, without their waits
 * @param interval sizes, times and rate of the interval, as a profiling run would have found them
 */
public record PoolObservation(
    long nowNanos, RequestMix mix, double mixRequests, RequestMix work, ProfilePoint interval) {
  /** Of requests that all took the same. */
  public PoolObservation(long nowNanos, RequestMix mix, double mixRequests, ProfilePoint interval) {
    this(nowNanos, mix, mixRequests, mix, interval);
  }

  /** Checks the ranges. */
  public PoolObservation {
    Checks.atLeast0("mixRequests", mixRequests);
  }
}

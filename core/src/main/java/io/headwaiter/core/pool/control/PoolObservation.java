package io.headwaiter.core.pool.control;

import io.headwaiter.core.pool.Checks;
import io.headwaiter.core.pool.profile.ProfilePoint;
import io.headwaiter.core.pool.profile.RequestMix;

/**
 * The measurements of a running server in one interval.
 *
 * @param nowNanos end of the interval, from any fixed instant, never less than before
 * @param mix of the requests that arrive
 * @param mixRequests number of requests in the mix, at least 0
 * @param work the mix with requests weighted by the thread time they took, without their waits
 * @param interval sizes, times and rate of the interval, as a profiling run would have found them
 */
public record PoolObservation(
    long nowNanos, RequestMix mix, double mixRequests, RequestMix work, ProfilePoint interval) {
  /** Creates an observation whose requests all took the same time. */
  public PoolObservation(long nowNanos, RequestMix mix, double mixRequests, ProfilePoint interval) {
    this(nowNanos, mix, mixRequests, mix, interval);
  }

  /** Checks the ranges. */
  public PoolObservation {
    Checks.atLeast0("mixRequests", mixRequests);
  }
}

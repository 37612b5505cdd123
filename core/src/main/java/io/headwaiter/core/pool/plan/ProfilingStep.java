package io.headwaiter.core.pool.plan;

import io.headwaiter.core.pool.profile.PoolSizes;

/**
 * The next step of a profiling plan.
 *
 * @param kind whether to profile
 * @param sizes to profile; or the best found; or those that could not be overloaded
 * @param sessionsPerSecond load at which to begin and from which to rise; or the rate of the best
 *     sizes; or the last load, which was too low
 * @param regretBound how much more other sizes may complete, as a fraction of the best rate, at
 *     least 0; infinite if unknown
 * @param reason in words
 */
public record ProfilingStep(
    Kind kind, PoolSizes sizes, double sessionsPerSecond, double regretBound, String reason) {
  /** The kind of a step. */
  public enum Kind {
    /** Profile these sizes with this load. */
    PROFILE,
    /** The plan ends: enough is known, or no runs are left. */
    DONE,
    /** The load generator cannot fill the server, so profiling cannot continue. */
    NO_OVERLOAD
  }
}

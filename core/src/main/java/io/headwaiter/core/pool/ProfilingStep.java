package io.headwaiter.core.pool;

/**
 * What a profiling plan says next.
 *
 * @param kind whether to profile
 * @param sizes to profile; or the best found; or those that could not be overloaded
 * @param sessionsPerSecond load to begin with and to go up from; or what the best sizes carry
 * @param regretBound how much more other sizes may carry, as a part of what the best ones carry, at
 *     least 0; infinite while nothing is known
 * @param reason in words
 */
public record ProfilingStep(
    Kind kind, PoolSizes sizes, double sessionsPerSecond, double regretBound, String reason) {
  /** Whether to profile. */
  public enum Kind {
    /** Profile these sizes with this load. */
    PROFILE,
    /** Enough is known. */
    DONE,
    /** The load generator cannot fill the server: nothing can be learned like this. */
    NO_OVERLOAD
  }
}

package io.headwaiter.jdbc;

import io.headwaiter.core.api.UserApi;
import java.time.Duration;

/**
 * The options of a {@link RequestWideDataSource}.
 *
 * @param policy how long a request keeps a connection
 * @param timeout longest wait for a connection, above 0; a request's deadline can shorten it
 * @param trust a connection that was kept idle for longer than this is tested before it is used
 *     again or given back; 0 for always
 * @param reclaim while a caller waits, connections that requests have kept idle for longer are
 *     given back; 0 for never
 * @param places when to record where connections are taken
 */
@UserApi
public record HoldingOptions(
    HoldingPolicy policy, Duration timeout, Duration trust, Duration reclaim, Places places) {

  /** When to record where a connection is taken; a record costs about 10 microseconds. */
  public enum Places {
    /** Never. */
    NEVER,
    /** For 1,000 uses after a leak, then one in a hundred, to find the place of the next leak. */
    AFTER_A_LEAK,
    /** Always; for development. */
    ALWAYS
  }

  /** The longest of all times here and in {@link RequestScopeFilter}. */
  static final Duration LONGEST = Duration.ofDays(1);

  /** Checks the ranges. */
  public HoldingOptions {
    if (timeout.isNegative() || timeout.isZero() || timeout.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "The timeout for a connection is " + timeout + "; give more than 0 and at most a day.");
    }
    if (isOutside(trust) || isOutside(reclaim)) {
      throw new IllegalArgumentException(
          "trust is " + trust + " and reclaim is " + reclaim + "; give 0 or more, at most a day.");
    }
  }

  private static boolean isOutside(Duration time) {
    return time.isNegative() || time.compareTo(LONGEST) > 0;
  }

  /**
   * Returns the defaults: adaptive, timeout 5 s, trust 500 ms as in HikariCP, reclaim 250 ms, and
   * places after a leak.
   */
  public static HoldingOptions defaults() {
    return new HoldingOptions(
        HoldingPolicy.ADAPTIVE,
        Duration.ofSeconds(5),
        Duration.ofMillis(500),
        Duration.ofMillis(250),
        Places.AFTER_A_LEAK);
  }

  /** Returns these options with another policy. */
  public HoldingOptions policy(HoldingPolicy other) {
    return new HoldingOptions(other, timeout, trust, reclaim, places);
  }

  /** Returns these options with another timeout. */
  public HoldingOptions timeout(Duration other) {
    return new HoldingOptions(policy, other, trust, reclaim, places);
  }

  /** Returns these options with another time of trust. */
  public HoldingOptions trust(Duration other) {
    return new HoldingOptions(policy, timeout, other, reclaim, places);
  }

  /** Returns these options with another time until idle connections are reclaimed. */
  public HoldingOptions reclaim(Duration other) {
    return new HoldingOptions(policy, timeout, trust, other, places);
  }

  /** Returns these options with other records of places. */
  public HoldingOptions places(Places other) {
    return new HoldingOptions(policy, timeout, trust, reclaim, other);
  }
}

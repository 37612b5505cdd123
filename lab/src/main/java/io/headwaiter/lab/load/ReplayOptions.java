package io.headwaiter.lab.load;

import java.net.InetSocketAddress;
import java.time.Duration;

/**
 * How raw hellos are replayed.
 *
 * @param target address of the server
 * @param serverName name in the hello, or null for none
 * @param claim what the hellos say about themselves
 * @param concurrency most connections open at once, 1 to 10000
 * @param ratePerSecond connections begun per second, evenly spaced; 0 begins one as soon as another
 *     ends
 * @param maxAttempts the run ends after so many connections, should that be earlier; 0 for no bound
 * @param duration length of the run, 10 ms to 1 h
 * @param patience longest wait for an answer, 10 ms to 1 min
 * @param sourceAddresses loopback addresses used in turn as source, 0 to 200; 0 leaves it to the
 *     kernel
 * @param seed decides the bytes of the hellos
 */
public record ReplayOptions(
    InetSocketAddress target,
    String serverName,
    HelloClaim claim,
    int concurrency,
    double ratePerSecond,
    long maxAttempts,
    Duration duration,
    Duration patience,
    int sourceAddresses,
    long seed) {

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException naming the option, its value and what is allowed
   */
  public ReplayOptions {
    OptionChecks.given("target", target);
    OptionChecks.given("claim", claim);
    OptionChecks.range("concurrency", concurrency, 1, 10_000);
    OptionChecks.range("ratePerSecond", ratePerSecond, 0, 1_000_000);
    OptionChecks.range("maxAttempts", maxAttempts, 0, 1_000_000_000_000L);
    OptionChecks.range("duration", duration, Duration.ofMillis(10), Duration.ofHours(1));
    OptionChecks.range("patience", patience, Duration.ofMillis(10), Duration.ofMinutes(1));
    OptionChecks.range("sourceAddresses", sourceAddresses, 0, 200);
  }

  /** One closed loop of so many connections, 10 s patience. */
  public static ReplayOptions closedLoop(
      InetSocketAddress target, int concurrency, Duration duration) {
    return new ReplayOptions(
        target,
        "localhost",
        HelloClaim.NONE,
        concurrency,
        0,
        0,
        duration,
        Duration.ofSeconds(10),
        0,
        1);
  }
}

package io.headwaiter.load;

import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;

/**
 * The options of a replay of raw hellos.
 *
 * @param target address of the server
 * @param serverName name in the hello, or null for none
 * @param claim claim of the hellos
 * @param concurrency most connections open at once, 1 to 10000
 * @param ratePerSecond connections begun per second, evenly spaced; 0 begins one as soon as another
 *     ends
 * @param maxAttempts number of connections after which the run ends early; 0 for no bound
 * @param duration length of the run, 10 ms to 1 h
 * @param patience longest wait for an answer, 10 ms to 1 min
 * @param sourceAddresses loopback addresses used in rotation as source, 0 to 200; 0 leaves the
 *     choice to the kernel
 * @param sourceNetworks loopback networks to use the addresses of instead, such as {@code
 *     127.1.1.0/24,127.1.2.0/24}; blank for none
 * @param heldMax the most answered connections that are kept open, in silence; over the bound the
 *     oldest is closed; 0 to 10000
 * @param seed seed of the bytes of the hellos
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
    String sourceNetworks,
    int heldMax,
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
    OptionChecks.range("heldMax", heldMax, 0, 10_000);
    SourceNetworks.parse(sourceNetworks);
  }

  /** Returns a builder for a server, given by an address with host and port. */
  public static Builder to(URI target) {
    return to(new InetSocketAddress(target.getHost(), LoadOptions.port(target)));
  }

  /**
   * Returns a builder: new connections to localhost, 64 at once, as fast as they end, for 10 s,
   * each with 10 s of patience.
   */
  public static Builder to(InetSocketAddress target) {
    return new Builder(target);
  }

  /** Collects options; their meanings are those of the record. Not thread-safe. */
  public static final class Builder {
    private final InetSocketAddress target;
    private HelloClaim claim = HelloClaim.NONE;
    private int concurrency = 64;
    private double ratePerSecond;
    private long maxAttempts;
    private Duration duration = Duration.ofSeconds(10);
    private Duration patience = Duration.ofSeconds(10);
    private int sourceAddresses;
    private String sourceNetworks = "";
    private int heldMax;
    private long seed = 1;

    private Builder(InetSocketAddress target) {
      this.target = target;
    }

    /** Sets the claim of the hellos. */
    public Builder claim(HelloClaim claim) {
      this.claim = claim;
      return this;
    }

    /** Sets the most connections open at once. */
    public Builder concurrency(int concurrency) {
      this.concurrency = concurrency;
      return this;
    }

    /** Sets the connections begun per second; 0 for as fast as they end. */
    public Builder ratePerSecond(double ratePerSecond) {
      this.ratePerSecond = ratePerSecond;
      return this;
    }

    /** Sets the bound on connections; 0 for none. */
    public Builder maxAttempts(long maxAttempts) {
      this.maxAttempts = maxAttempts;
      return this;
    }

    /** Sets the length of the run. */
    public Builder duration(Duration duration) {
      this.duration = duration;
      return this;
    }

    /** Sets the longest wait for an answer. */
    public Builder patience(Duration patience) {
      this.patience = patience;
      return this;
    }

    /** Sets the number of loopback addresses used in rotation. */
    public Builder sourceAddresses(int sourceAddresses) {
      this.sourceAddresses = sourceAddresses;
      return this;
    }

    /** Sets loopback networks to use the addresses of instead. */
    public Builder sourceNetworks(String sourceNetworks) {
      this.sourceNetworks = sourceNetworks;
      return this;
    }

    /** Sets the most answered connections that are kept open. */
    public Builder heldMax(int heldMax) {
      this.heldMax = heldMax;
      return this;
    }

    /** Sets the seed of the bytes of the hellos. */
    public Builder seed(long seed) {
      this.seed = seed;
      return this;
    }

    /**
     * Checks and returns the options.
     *
     * @throws IllegalArgumentException naming the option, its value and what is allowed
     */
    public ReplayOptions build() {
      return new ReplayOptions(
          target,
          "localhost",
          claim,
          concurrency,
          ratePerSecond,
          maxAttempts,
          duration,
          patience,
          sourceAddresses,
          sourceNetworks,
          heldMax,
          seed);
    }
  }
}

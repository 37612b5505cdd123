package io.headwaiter.lab.load;

import java.net.URI;

/**
 * All options of a run of the load generator. Immutable; made and validated by {@link
 * LoadOptionsBuilder}, which lists each option with unit, range and default. Part of the manifest
 * of every result.
 *
 * @param target scheme, host and port of the server, {@code https://host:port}
 * @param seed seed of arrivals, walks, parameters and think times
 */
public record LoadOptions(
    URI target,
    long seed,
    ArrivalOptions arrivals,
    WorkloadOptions workload,
    VisitOptions visit,
    TlsOptions tls,
    RunOptions run) {

  /**
   * Returns a builder with the default options.
   *
   * @param target {@code https://host} or {@code https://host:port}
   */
  public static LoadOptionsBuilder builder(URI target) {
    return new LoadOptionsBuilder(target);
  }

  /** Returns a builder that holds these options, to change some. */
  public LoadOptionsBuilder toBuilder() {
    return new LoadOptionsBuilder(this);
  }

  /** Returns the same options at another rate of visits; partly open arrivals only. */
  public LoadOptions withRatePerSecond(double ratePerSecond) {
    return toBuilder().ratePerSecond(ratePerSecond).build();
  }

  /** Returns the same options for another server. */
  public LoadOptions withTarget(URI other) {
    return new LoadOptions(other, seed, arrivals, workload, visit, tls, run);
  }
}

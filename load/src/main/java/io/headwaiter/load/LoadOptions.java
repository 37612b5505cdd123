package io.headwaiter.load;

import io.headwaiter.load.workload.Mix;
import io.headwaiter.load.workload.PlainWorkload;
import java.net.URI;

/**
 * All options of a run of the load generator. Immutable; made and validated by {@link
 * LoadOptionsBuilder}, which lists each option with unit, range and default. Part of the manifest
 * of every result.
 *
 * @param target scheme, host and port of the server, {@code https://host:port} or {@code
 *     http://host:port}
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
  private static final int HTTPS_PORT = 443;
  private static final int HTTP_PORT = 80;

  /** Checks the target and what the parts have to agree on; the parts check themselves. */
  public LoadOptions {
    OptionChecks.target(target);
    if (!secure(target) && (tls.checked() || !tls.suite().isEmpty() || !tls.group().isEmpty())) {
      throw new IllegalArgumentException(
          "The target "
              + target
              + " is without TLS, so there is no suite, group or certificate to check."
              + " Leave them out, or give an https URL.");
    }
    if (workload instanceof WorkloadOptions.Plain plain) {
      checkAssets(plain.customers(), visit);
    } else if (workload instanceof WorkloadOptions.Shop shop
        && shop.mix().site() != Mix.Site.AUCTION
        && visit.burstRequests() > 1) {
      throw new IllegalArgumentException(
          "burstRequests is "
              + visit.burstRequests()
              + ", but customers of bookstore and supplier need each answer for the next request."
              + " Set burstRequests to 1.");
    }
  }

  /** Returns whether connections to a target use TLS. */
  public static boolean secure(URI target) {
    return "https".equalsIgnoreCase(target.getScheme());
  }

  /** Returns the port of a target: the one that it names, or the usual one of its scheme. */
  public static int port(URI target) {
    int usual = secure(target) ? HTTPS_PORT : HTTP_PORT;
    return target.getPort() == -1 ? usual : target.getPort();
  }

  private static void checkAssets(PlainWorkload customers, VisitOptions visit) {
    if (!customers.embedded().none() && visit.imageConnections() == 0) {
      throw new IllegalArgumentException(
          "imageConnections is 0, but the pages embed assets, which nobody would fetch."
              + " Set imageConnections to 1 or more, or leave the assets out.");
    }
  }

  /**
   * Returns a builder with the default options.
   *
   * @param target {@code https://host} or {@code https://host:port}, or the same with http
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

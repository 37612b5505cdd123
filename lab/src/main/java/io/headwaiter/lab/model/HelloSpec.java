package io.headwaiter.lab.model;

import io.headwaiter.load.ReplayOptions;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;

/**
 * Raw hellos that nobody stands behind, sent beside the visits or alone.
 *
 * @param options everything but the target, the seed and the duration
 * @param times rate in multiples of 1x; 0 for the rate of the options
 * @param genuine whether one visit's true hello is sent again and again, instead of what the
 *     options claim
 * @param lead how long before the window they begin, at most as long as the load does
 */
public record HelloSpec(ReplayOptions options, double times, boolean genuine, Duration lead) {
  /** Address of templates. */
  public static final URI ANYWHERE = URI.create("https://127.0.0.1:443");

  /** Returns hellos at a multiple of 1x, from the begin of the load on. */
  public static HelloSpec times(double times, ReplayOptions options) {
    return new HelloSpec(options, times, /* genuine= */ false, Duration.ofDays(1));
  }

  /** Returns hellos at the rate of the options, from the begin of the load on. */
  public static HelloSpec of(ReplayOptions options) {
    return times(0, options);
  }

  /** Returns the same with a true hello that is sent again and again. */
  public HelloSpec replayed() {
    return new HelloSpec(options, times, /* genuine= */ true, lead);
  }

  /** Returns the same that begin so long before the window. */
  public HelloSpec withLead(Duration other) {
    return new HelloSpec(options, times, genuine, other);
  }

  /** Returns how long they are sent in a run. */
  public Duration duration(Duration loadLead, Duration window) {
    return (lead.compareTo(loadLead) < 0 ? lead : loadLead).plus(window);
  }

  /**
   * Returns the options of one run.
   *
   * @param oneX visits per second of 1x; not used if the rate is absolute
   */
  public ReplayOptions at(URI target, long seed, Duration duration, double oneX) {
    return new ReplayOptions(
        new InetSocketAddress(target.getHost(), target.getPort()),
        options.serverName(),
        options.claim(),
        options.concurrency(),
        times > 0 ? times * oneX : options.ratePerSecond(),
        options.maxAttempts(),
        duration,
        options.patience(),
        options.sourceAddresses(),
        options.sourceNetworks(),
        options.heldMax(),
        seed);
  }
}

package io.headwaiter.lab.study;

import static io.headwaiter.lab.model.Values.COMPLETED_PER_SECOND;

import io.headwaiter.lab.model.Claim;
import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.LoadSpec;
import io.headwaiter.lab.model.Quantity;
import io.headwaiter.lab.model.Rounds;
import io.headwaiter.lab.model.ServerSpec;
import io.headwaiter.lab.model.ShopSpec;
import io.headwaiter.lab.model.Timing;
import io.headwaiter.lab.model.Values;
import java.util.List;

/**
 * The peak of Headwaiter on BoringSSL with its gate open, beside HAProxy and nginx that end TLS in
 * front of a Tomcat on plain HTTP, each with all its processes on one processor. Pages have no
 * additional work, so that what differs is not hidden behind it.
 */
public final class Proxies {
  /** Name of the part. */
  public static final String NAME = "proxies";

  private static final List<String> PROXIES = List.of("haproxy", "nginx");
  private static final String PEAK = "peak";

  private Proxies() {}

  /** Returns the experiment. */
  public static Experiment experiment(boolean quick, Customers customers) {
    // Visits of some 1.6 s: many end in a window.
    Customers hasty = customers.hasty().withPageWorkKib(0);
    return new Experiment(
        NAME,
        "Does a proxy in front give more?",
        List.of(
            ServerSpec.headwaiter().with("--tls", "boringssl", "--admission", "off"),
            ServerSpec.stock().behind(PROXIES.get(0)),
            ServerSpec.stock().behind(PROXIES.get(1))),
        List.of(LoadSpec.of(PEAK, Visits.browsingAtPeak(hasty, 800))),
        ShopSpec.of(hasty),
        timing(quick),
        quick ? new Rounds(2, 2) : new Rounds(4, 8),
        customers.seed(),
        Values.PEAK,
        List.of(
            Claim.atLeast(
                "peak-of-best-proxy",
                "On the auction Headwaiter with BoringSSL completes at its peak at least as many"
                    + " visits per second as the better of HAProxy and nginx ending TLS in front of"
                    + " Tomcat on the same core",
                Quantity.of(COMPLETED_PER_SECOND, ServerSpec.HEADWAITER, PEAK)
                    .dividedBy(Quantity.best(COMPLETED_PER_SECOND, PROXIES, PEAK)),
                "of the proxy's",
                1)));
  }

  private static Timing timing(boolean quick) {
    return quick
        ? Timing.ofMillis(1500, 3000, 2000, 4000, 1, 1)
        : Timing.ofMillis(3000, 7000, 2000, 4000, 3, 4);
  }
}

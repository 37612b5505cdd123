package io.headwaiter.lab.experiment;

import static io.headwaiter.lab.model.Values.COMPLETED_PER_SECOND;

import io.headwaiter.lab.model.Claim;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.LoadSpec;
import io.headwaiter.lab.model.Quantity;
import io.headwaiter.lab.model.ServerSpec;
import io.headwaiter.lab.model.Values;
import java.util.List;

/**
 * The peak of Headwaiter on BoringSSL with its gate open, beside HAProxy and nginx that end TLS in
 * front of a Tomcat on plain HTTP, each with all its processes on one processor. Pages have no
 * additional work, so that what differs is not hidden behind it.
 */
final class DoorProxies {
  static final String NAME = "proxies";

  private static final List<String> PROXIES = List.of("haproxy", "nginx");
  private static final double AT_LEAST = 1;

  private DoorProxies() {}

  static Experiment experiment(ContestPlan plan) {
    LoadSpec peak = plan.peak();
    return new Experiment(
        NAME,
        "Does a proxy in front give more?",
        List.of(
            ServerSpec.headwaiter().with("--tls", "boringssl", "--admission", "off"),
            ServerSpec.stock().behind(PROXIES.get(0)),
            ServerSpec.stock().behind(PROXIES.get(1))),
        List.of(peak),
        List.of(),
        plan.timing(),
        plan.manyRounds(),
        plan.customers().seed(),
        Values.PEAK,
        List.of(
            Claim.atLeast(
                "peak-of-best-proxy",
                "On the auction Headwaiter with BoringSSL completes at its peak at least as many"
                    + " visits per second as the better of HAProxy and nginx ending TLS in front of"
                    + " Tomcat on the same core",
                Quantity.of(COMPLETED_PER_SECOND, ServerSpec.HEADWAITER, peak.name())
                    .dividedBy(Quantity.best(COMPLETED_PER_SECOND, PROXIES, peak.name())),
                "of the proxy's",
                AT_LEAST)));
  }
}

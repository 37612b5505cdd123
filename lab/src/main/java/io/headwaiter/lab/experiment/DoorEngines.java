package io.headwaiter.lab.experiment;

import static io.headwaiter.lab.model.Values.COMPLETED_PER_SECOND;

import io.headwaiter.lab.model.Claim;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.LoadSpec;
import io.headwaiter.lab.model.Metric;
import io.headwaiter.lab.model.Quantity;
import io.headwaiter.lab.model.ServerSpec;
import io.headwaiter.lab.model.Values;
import java.util.List;

/** The peak of stock Tomcat beside Headwaiter with its gate open, on BoringSSL and on JSSE. */
final class DoorEngines {
  static final String NAME = "engines";

  private static final String BORINGSSL = "headwaiter boringssl";
  private static final String JSSE = "headwaiter jsse";
  private static final double AT_LEAST = 2;

  private DoorEngines() {}

  static Experiment experiment(ContestPlan plan) {
    LoadSpec peak = plan.peak();
    ServerSpec open = ServerSpec.headwaiter().with("--admission", "off");
    return new Experiment(
        NAME,
        "What does BoringSSL give at the peak?",
        List.of(
            ServerSpec.stock(),
            open.named(BORINGSSL).with("--tls", "boringssl"),
            open.named(JSSE).with("--tls", "jsse")),
        List.of(peak),
        List.of(RefusalPlan.smallShop()),
        plan.timing(),
        plan.manyRounds(),
        plan.customers().seed(),
        Values.PEAK,
        List.of(
            Claim.atLeast(
                "peak-boringssl-of-stock",
                "With BoringSSL the peak is at least twice the visits per second of stock Tomcat on"
                    + " JSSE (light page, RSA-2048, TLS 1.3, a new session each time)",
                ratio(COMPLETED_PER_SECOND, BORINGSSL, peak),
                "of stock's",
                AT_LEAST)));
  }

  private static Quantity ratio(Metric metric, String server, LoadSpec load) {
    return Quantity.of(metric, server, load.name())
        .dividedBy(Quantity.of(metric, ServerSpec.STOCK, load.name()));
  }
}

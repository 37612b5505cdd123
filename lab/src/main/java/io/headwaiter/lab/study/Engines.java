package io.headwaiter.lab.study;

import static io.headwaiter.lab.model.Values.COMPLETED_PER_SECOND;

import io.headwaiter.lab.model.Claim;
import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.LoadSpec;
import io.headwaiter.lab.model.Quantity;
import io.headwaiter.lab.model.Rounds;
import io.headwaiter.lab.model.ServerSpec;
import io.headwaiter.lab.model.Timing;
import io.headwaiter.lab.model.Values;
import java.util.List;

/** The peak of stock Tomcat beside Headwaiter with its gate open, on BoringSSL and on JSSE. */
public final class Engines {
  /** Name of the part. */
  public static final String NAME = "engines";

  private static final String BORINGSSL = "headwaiter boringssl";
  private static final String PEAK = "peak";

  private Engines() {}

  /** Returns the experiment. */
  public static Experiment experiment(boolean quick, Customers customers) {
    ServerSpec open = ServerSpec.headwaiter().with("--admission", "off");
    return new Experiment(
        NAME,
        "What does BoringSSL give at the peak?",
        List.of(
            ServerSpec.stock(),
            open.named(BORINGSSL).with("--tls", "boringssl"),
            open.named("headwaiter jsse").with("--tls", "jsse")),
        List.of(LoadSpec.of(PEAK, Visits.onePageAtPeak(SmallShop.customers(customers), 32))),
        SmallShop.spec(customers),
        quick
            ? Timing.ofMillis(500, 2000, 2000, 2000, 1, 2)
            : Timing.ofMillis(1500, 5000, 2000, 2000, 3, 6),
        quick ? new Rounds(2, 2) : new Rounds(5, 10),
        customers.seed(),
        Values.PEAK,
        List.of(
            Claim.atLeast(
                "peak-boringssl-of-stock",
                "With BoringSSL the peak is at least twice the visits per second of stock Tomcat on"
                    + " JSSE (light page, RSA-2048, TLS 1.3, a new session each time)",
                Quantity.of(COMPLETED_PER_SECOND, BORINGSSL, PEAK)
                    .dividedBy(Quantity.of(COMPLETED_PER_SECOND, ServerSpec.STOCK, PEAK)),
                "of stock's",
                2)));
  }
}

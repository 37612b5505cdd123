package io.headwaiter.lab.study;

import io.headwaiter.lab.model.Claim;
import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.HelloSpec;
import io.headwaiter.lab.model.LoadSpec;
import io.headwaiter.lab.model.Metric;
import io.headwaiter.lab.model.Quantity;
import io.headwaiter.lab.model.Rounds;
import io.headwaiter.lab.model.ServerSpec;
import io.headwaiter.lab.model.ShopSpec;
import io.headwaiter.lab.model.Timing;
import io.headwaiter.lab.model.Values;
import io.headwaiter.load.ReplayOptions;
import io.headwaiter.load.SourceAddresses;
import java.time.Duration;
import java.util.List;

/**
 * What a full server still does for those it let in while it refuses 4,000 others a second.
 *
 * <p>The same visits with and without refusals: a closed population comes in while nobody else
 * does, and its visits last longer than the window, so nobody has to come in later. Admission is by
 * the formula, whose few new visits a second let the population in within seconds. The hellos that
 * are admitted later hold on in silence: dropped, they would be given back, and others would be let
 * in instead of being refused.
 */
public final class UnderRefusals {
  /** Name of the part. */
  public static final String NAME = "under-refusals";

  private static final String ALONE = "alone";
  private static final String BESIDE = "beside refusals";
  private static final int CLIENTS = 60;
  private static final double HELLOS_PER_SECOND = 4050;
  // Of 4,000; fewer prove less.
  private static final double REFUSED_MIN = 3900;
  private static final Duration ENTRY = Duration.ofSeconds(5);
  private static final Duration HELLO_LEAD = Duration.ofSeconds(2);
  // CT_N of the formula: 20 new visits a second, in intervals of a second
  private static final String[] ADMISSION = {
    "--admission", "formula",
    "--formula-new-millis", "50",
    "--formula-resumed-millis", "0",
    "--formula-interval-millis", "1000",
    "--tls", "boringssl"
  };

  private UnderRefusals() {}

  /** Returns the experiment. */
  public static Experiment experiment(boolean quick, Customers customers) {
    LoadSpec alone = LoadSpec.of(ALONE, Visits.endless(customers, CLIENTS));
    return new Experiment(
        NAME,
        "What does a full server do for those it let in while it refuses others?",
        List.of(ServerSpec.headwaiter().with(ADMISSION)),
        List.of(alone, alone.beside(BESIDE, hellos())),
        ShopSpec.of(customers),
        timing(quick),
        quick ? new Rounds(2, 2) : new Rounds(4, 8),
        customers.seed(),
        List.of(
            Values.REPLIES_PER_SECOND,
            Values.P99_MILLIS,
            Values.CORES,
            Values.HELLOS_REFUSED_PER_SECOND,
            Values.HELLOS_ADMITTED_PER_SECOND),
        List.of(
            Claim.atLeast(
                "throughput-under-refusals",
                "With 4,000 refusals a second a full server still answers what it let in at 88 % of"
                    + " its throughput or more",
                besideOfAlone(Values.REPLIES_PER_SECOND),
                "of its throughput",
                0.88),
            Claim.atMost(
                "p99-under-refusals",
                "With 4,000 refusals a second the p99 of those let in is at most 1.5 times what it is"
                    + " without",
                besideOfAlone(Values.P99_MILLIS),
                "times",
                1.5)));
  }

  private static Quantity besideOfAlone(Metric metric) {
    Metric ifRefused =
        new Metric(
            metric.id(),
            metric.title(),
            metric.higherIsBetter(),
            o -> Values.HELLOS_REFUSED_PER_SECOND.of(o) >= REFUSED_MIN ? metric.of(o) : Double.NaN,
            /* drawn= */ false,
            /* published= */ List.of());
    return Quantity.of(ifRefused, ServerSpec.HEADWAITER, BESIDE)
        .dividedBy(Quantity.of(metric, ServerSpec.HEADWAITER, ALONE));
  }

  private static HelloSpec hellos() {
    return HelloSpec.of(
            ReplayOptions.to(HelloSpec.ANYWHERE)
                .concurrency(256)
                .ratePerSecond(HELLOS_PER_SECOND)
                .sourceAddresses(SourceAddresses.countForFlood())
                .heldMax(2000)
                .build())
        .withLead(HELLO_LEAD);
  }

  private static Timing timing(boolean quick) {
    return Timing.of(
        ENTRY.plus(HELLO_LEAD),
        Duration.ofSeconds(quick ? 3 : 8),
        Duration.ofMillis(quick ? 500 : 1000),
        Duration.ofSeconds(quick ? 2 : 3),
        quick ? 2 : 4,
        quick ? 3 : 6);
  }
}

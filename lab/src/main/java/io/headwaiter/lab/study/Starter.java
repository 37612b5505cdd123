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
import io.headwaiter.lab.server.BootServers;
import io.headwaiter.load.LoadOptions;
import io.headwaiter.load.workload.PageFiles;
import io.headwaiter.load.workload.PlainWorkload;
import java.util.List;

/**
 * The same page on Spring Boot with the starter, on Tomcat with the connector alone, and on Spring
 * Boot without Headwaiter, under overload.
 */
public final class Starter {
  /** Name of the part. */
  public static final String NAME = "starter";

  private static final String FIVE = "5x";

  private Starter() {}

  /** Returns the experiment. */
  public static Experiment experiment(boolean quick, Customers customers) {
    Customers hasty = customers.hasty();
    LoadOptions visits =
        Visits.browsing(hasty).toBuilder()
            .plain(
                new PlainWorkload(
                    Visits.PAGES_PER_VISIT,
                    /* fixedLength= */ false,
                    List.of(BootServers.PAGE),
                    PageFiles.NONE))
            .build();
    return new Experiment(
        NAME,
        "What does the starter cost under overload?",
        List.of(
            ServerSpec.of(BootServers.PLAIN),
            ServerSpec.of(BootServers.STARTER),
            ServerSpec.of(BootServers.STOCK_BOOT)),
        List.of(LoadSpec.times("1x", 1, visits), LoadSpec.times(FIVE, 5, visits)),
        ShopSpec.of(hasty),
        quick
            ? Timing.ofMillis(2000, 4000, 3000, 2000, 4, 4).searchingMillis(1500, 2000, true)
            : Timing.ofMillis(4000, 12_000, 3000, 3000, 8, 14).searchingMillis(2000, 2500, true),
        quick ? new Rounds(2, 2) : new Rounds(4, 6),
        customers.seed(),
        Values.OVERLOAD,
        List.of(
            Claim.atLeast(
                NAME + "-completed-5x",
                "At 5x an application with the starter completes at least 0.97 of the visits that"
                    + " the connector alone does",
                Quantity.of(COMPLETED_PER_SECOND, BootServers.STARTER, FIVE)
                    .dividedBy(Quantity.of(COMPLETED_PER_SECOND, BootServers.PLAIN, FIVE)),
                "of the connector's",
                0.97)));
  }
}

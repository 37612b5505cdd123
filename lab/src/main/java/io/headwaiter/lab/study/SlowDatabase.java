package io.headwaiter.lab.study;

import static io.headwaiter.lab.model.Values.COMPLETED_OR_ONE_PER_SECOND;
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
import java.util.ArrayList;
import java.util.List;

/**
 * A shop each page of which waits for a slow database, on Headwaiter and on a stock Tomcat, both as
 * they come, with the same visits. The wait holds the worker thread and no connection of the pool,
 * so a server that has too few threads leaves its processor idle.
 */
public final class SlowDatabase {
  /** Name of the part. */
  public static final String NAME = "slow-database";

  // A page that waits so long keeps ten threads from filling a processor, and not two hundred.
  private static final int WAIT_MILLIS = 100;

  private SlowDatabase() {}

  /** Returns the experiment. */
  public static Experiment experiment(boolean quick, Customers customers) {
    Customers hasty = customers.hasty();
    List<LoadSpec> loads = new ArrayList<>();
    List<Claim> claims = new ArrayList<>();
    for (int factor : List.of(1, 5)) {
      LoadSpec load = LoadSpec.times(factor + "x", factor, Visits.browsing(hasty));
      loads.add(load);
      claims.add(
          Claim.atLeast(
              NAME + "-" + load.name(),
              "At %s Headwaiter with its defaults completes at least 98 %% of what stock Tomcat does"
                      .formatted(load.name())
                  + " while each page waits %d ms".formatted(WAIT_MILLIS),
              Quantity.of(COMPLETED_PER_SECOND, ServerSpec.HEADWAITER, load.name())
                  .dividedBy(
                      Quantity.of(COMPLETED_OR_ONE_PER_SECOND, ServerSpec.STOCK, load.name())),
              "of stock's",
              0.98));
    }
    return new Experiment(
        NAME,
        "Does Headwaiter keep threads from filling the processor?",
        List.of(ServerSpec.headwaiter().with("--tls", "jsse"), ServerSpec.stock()),
        loads,
        ShopSpec.of(hasty).setLater("pagePauseMillis", WAIT_MILLIS),
        timing(quick),
        quick ? new Rounds(2, 2) : new Rounds(6, 9),
        customers.seed(),
        Values.OVERLOAD,
        claims);
  }

  private static Timing timing(boolean quick) {
    return quick
        ? Timing.ofMillis(2000, 3000, 400, 1500, 5, 2)
            .searchingMillis(2000, 1500, /* coarse= */ true)
        : Timing.ofMillis(2500, 5000, 700, 2500, 10, 6)
            .searchingMillis(2500, 2500, /* coarse= */ false);
  }
}

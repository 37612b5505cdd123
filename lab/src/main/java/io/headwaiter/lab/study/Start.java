package io.headwaiter.lab.study;

import io.headwaiter.lab.model.Claim;
import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.model.Disturbance;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.LoadSpec;
import io.headwaiter.lab.model.Metric;
import io.headwaiter.lab.model.Quantity;
import io.headwaiter.lab.model.Rounds;
import io.headwaiter.lab.model.ServerSpec;
import io.headwaiter.lab.model.ShopSpec;
import io.headwaiter.lab.model.Timing;
import io.headwaiter.lab.model.Values;
import io.headwaiter.load.LoadOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What a server does that has just been started. First a few clients, each on a connection of its
 * own, with pauses, and then a burst, which no idle server may refuse; and a server that is met by
 * 20 times what fits as soon as it is ready, beside the same that is met by what fits.
 */
public final class Start {
  /** Name of the part, and of the experiment with a few clients. */
  public static final String NAME = "start";

  /** Name of the experiment with cold servers under load. */
  public static final String COLD = "start-cold";

  /** Load of a servlet, and of a JSP, which is compiled when it is first asked for. */
  public static final String SERVLET = "servlet";

  public static final String JSP = "jsp";

  /** How many clients come one after the other, and how many at once then. */
  public static final int CALM = 25;

  public static final int BURST = 60;

  /** How many of these were served. */
  public static final String CALM_SERVED = "calmServed";

  public static final String BURST_SERVED = "burstServed";

  // A cold server takes long for an answer.
  private static final Duration LONGEST_SCRIPT = Duration.ofSeconds(8);
  private static final String OURS = ServerSpec.HEADWAITER;
  private static final double COLD_MIN = 0.90;

  private Start() {}

  /** Returns both experiments, and a quick look without the second. */
  public static List<Experiment> experiments(boolean quick, Customers customers) {
    return quick
        ? List.of(clients(quick, customers))
        : List.of(clients(quick, customers), cold(customers));
  }

  private static Experiment clients(boolean quick, Customers customers) {
    List<Claim> claims = new ArrayList<>();
    for (String application : List.of(SERVLET, JSP)) {
      claims.add(served(application, "calm", "one client after the other", CALM_SERVED, CALM));
      claims.add(served(application, "burst", "a burst", BURST_SERVED, BURST));
    }
    return new Experiment(
        NAME,
        "Whom does a server refuse that has just been started?",
        List.of(ServerSpec.stock(), ServerSpec.headwaiter()),
        List.of(LoadSpec.named(SERVLET), LoadSpec.named(JSP)),
        ShopSpec.of(customers.withPageWorkKib(BusyPage.KIB)),
        Timing.of(Duration.ZERO, LONGEST_SCRIPT, Duration.ZERO, Duration.ZERO, 0, 0),
        quick ? new Rounds(2, 2) : new Rounds(3, 3),
        customers.seed(),
        List.of(metric(CALM_SERVED, CALM), metric(BURST_SERVED, BURST)),
        claims);
  }

  private static Metric metric(String value, int of) {
    return Metric.higher(value, "served of " + of, o -> o.value(value));
  }

  private static Claim served(String application, String id, String whom, String value, int of) {
    return Claim.atLeast(
        NAME + "-" + application + "-" + id,
        "A server that was just started serves %s (%s)".formatted(whom, application),
        Quantity.of(metric(value, of), OURS, application),
        "of " + of,
        of);
  }

  private static Experiment cold(Customers customers) {
    Customers hasty = customers.hasty();
    LoadOptions visits = Visits.browsing(hasty);
    LoadSpec calm = LoadSpec.times("1x", 1, visits).meanwhile(Disturbance.COLD);
    LoadSpec flood = LoadSpec.times("20x", 20, visits).meanwhile(Disturbance.COLD);
    return new Experiment(
        COLD,
        "What does a cold server complete under too much load?",
        List.of(ServerSpec.headwaiter().with("--tls", "jsse")),
        List.of(calm, flood),
        ShopSpec.of(hasty),
        Timing.of(Duration.ZERO, millis(30_000), millis(700), millis(2500), 7, 4)
            .searchingMillis(2000, 2300, /* coarse= */ true),
        new Rounds(3, 5),
        customers.seed(),
        Values.OVERLOAD,
        List.of(
            Claim.atLeast(
                COLD + "-20x",
                "At 20x a cold server completes at least 0.90 of what a cold server does at 1x",
                Quantity.of(Values.COMPLETED_PER_SECOND, OURS, flood.name())
                    .dividedBy(Quantity.of(Values.COMPLETED_PER_SECOND, OURS, calm.name())),
                "of that at 1x",
                COLD_MIN)));
  }

  private static Duration millis(long millis) {
    return Duration.ofMillis(millis);
  }
}

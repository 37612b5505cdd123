package io.headwaiter.lab.study;

import io.headwaiter.lab.model.Claim;
import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.LoadSpec;
import io.headwaiter.lab.model.Metric;
import io.headwaiter.lab.model.Quantity;
import io.headwaiter.lab.model.Rounds;
import io.headwaiter.lab.model.ServerSpec;
import io.headwaiter.lab.model.ShopSpec;
import io.headwaiter.lab.model.Timing;
import java.util.List;

/**
 * When the alert of an overload fires and ends: half of what fills the server comes, then five
 * times as much as fills it, then half again, and a Prometheus reads the server.
 */
public final class Alerts {
  /** Name of the part. */
  public static final String NAME = "alerts";

  /** The alert. */
  public static final String OVERLOAD = "HeadwaiterOverload";

  /** Seconds from the step to the alert; from the end of the overload to its end. */
  public static final String FIRED_SECONDS = "firedSeconds";

  public static final String ENDED_SECONDS = "endedSeconds";

  /** How many different alerts fired before the step. */
  public static final String CALM_ALERTS = "calmAlerts";

  private static final String STEP = "half load, 5x, half load";
  private static final Metric FIRED =
      Metric.lower(FIRED_SECONDS, "s until it fires", o -> o.value(FIRED_SECONDS));
  private static final Metric ENDED =
      Metric.lower(ENDED_SECONDS, "s until it ends", o -> o.value(ENDED_SECONDS));
  private static final Metric CALM =
      Metric.lower(CALM_ALERTS, "alerts at half load", o -> o.value(CALM_ALERTS));

  private Alerts() {}

  /** Returns the experiment: its lead is calm, and in its window there is overload. */
  public static Experiment experiment(boolean quick, Customers customers) {
    Customers hasty = customers.hasty();
    return new Experiment(
        NAME,
        "Does the alert of an overload come and go in time?",
        List.of(ServerSpec.headwaiter()),
        List.of(LoadSpec.of(STEP, Visits.browsing(hasty))),
        ShopSpec.of(hasty),
        quick
            ? Timing.ofMillis(20_000, 40_000, 70_000, 2500, 4, 4)
            : Timing.ofMillis(150_000, 60_000, 90_000, 4000, 8, 12),
        quick ? new Rounds(2, 2) : new Rounds(4, 4),
        customers.seed(),
        List.of(FIRED, ENDED, CALM),
        List.of(
            claim("fires", "The alert fires within 30 s of a step to 5x", FIRED, "s", 30),
            claim("ends", "The alert ends within 60 s of the end of the overload", ENDED, "s", 60),
            claim("silent", "No alert fires at half load", CALM, "alerts", 0)));
  }

  private static Claim claim(String id, String words, Metric metric, String unit, double most) {
    return Claim.atMost(
        NAME + "-" + id, words, Quantity.of(metric, ServerSpec.HEADWAITER, STEP), unit, most);
  }
}

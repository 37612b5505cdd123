package io.headwaiter.lab.study;

import static io.headwaiter.lab.model.Values.CPU_MILLIS_PER_VISIT;

import io.headwaiter.lab.model.Claim;
import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.model.Disturbance;
import io.headwaiter.lab.model.Disturbance.Watch;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.LoadSpec;
import io.headwaiter.lab.model.Metric;
import io.headwaiter.lab.model.Observation;
import io.headwaiter.lab.model.Quantity;
import io.headwaiter.lab.model.Rounds;
import io.headwaiter.lab.model.ServerSpec;
import io.headwaiter.lab.model.ShopSpec;
import io.headwaiter.lab.model.Timing;
import io.headwaiter.lab.model.Values;
import io.headwaiter.load.LoadOptions;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What it costs to look at a server, and whether what it tells is true: dashboards, metrics and a
 * trace at half load, and the figures of a server that refuses beside those of the load generator.
 */
public final class Watched {
  /** Names of the parts. */
  public static final String COST = "watching";

  public static final String AGREEMENT = "agreement";

  /** What the server told of the window. */
  public static final String TOLD_ARRIVED = "toldArrived";

  public static final String TOLD_ADMITTED = "toldAdmitted";
  public static final String TOLD_REFUSED = "toldRefused";
  public static final String TOLD_REQUESTS = "toldRequests";
  public static final String TOLD_P99_MILLIS = "toldP99Millis";

  /** The largest difference between a dashboard and the history. */
  public static final String DASHBOARD_DIFFERS = "dashboardDiffers";

  private static final String OURS = ServerSpec.HEADWAITER;
  private static final String HALF = "half load";
  private static final String DASHBOARDS = "dashboards";
  private static final String TRACED = "traced";
  private static final String FIVE = "5x";
  private static final double AGREES = 0.02;
  private static final String GENERATOR = "what the load generator counts";

  private static final Metric ARRIVED =
      differs(
          "arrivedDiffers",
          TOLD_ARRIVED,
          o -> o.value(Values.REFUSED) + handshakes(o) + o.value(Values.TIMED_OUT_BEFORE_ENTRY));
  private static final Metric ADMITTED =
      differs("admittedDiffers", TOLD_ADMITTED, Watched::handshakes);
  private static final Metric REFUSED =
      differs("refusedDiffers", TOLD_REFUSED, o -> o.value(Values.REFUSED));
  private static final Metric REQUESTS =
      differs("requestsDiffer", TOLD_REQUESTS, o -> o.value(Values.REPLIES));
  private static final Metric P99 =
      differs("p99Differs", TOLD_P99_MILLIS, o -> o.value(Values.RESPONSE_MILLIS_P99));
  private static final Metric DASHBOARD =
      Metric.lower(DASHBOARD_DIFFERS, "dashboard differs", o -> o.value(DASHBOARD_DIFFERS));

  private Watched() {}

  private static double handshakes(Observation o) {
    return o.value(Values.FULL_HANDSHAKES) + o.value(Values.RESUMED_HANDSHAKES);
  }

  /** Returns by which part a figure of the server differs from that of the load generator. */
  private static Metric differs(String id, String told, ToDoubleFunction<Observation> counted) {
    return Metric.lower(id, id, o -> Math.abs(o.value(told) / counted.applyAsDouble(o) - 1));
  }

  /** Returns the server at half load: alone, watched, and traced. */
  public static Experiment cost(boolean quick, Customers customers) {
    Customers hasty = customers.hasty();
    LoadOptions visits = Visits.browsing(hasty);
    return new Experiment(
        COST,
        "What does it cost to look at a server?",
        List.of(ServerSpec.headwaiter().with("--tls", "jsse")),
        List.of(
            LoadSpec.times(HALF, 0.5, visits),
            LoadSpec.times(DASHBOARDS, 0.5, visits).meanwhile(by(Watch.DASHBOARDS)),
            LoadSpec.times(TRACED, 0.5, visits).meanwhile(by(Watch.TRACE))),
        ShopSpec.of(hasty),
        quick
            ? Timing.ofMillis(1000, 3000, 2000, 2500, 4, 4).searchingMillis(1500, 2000, true)
            : Timing.ofMillis(5000, 8000, 2000, 4000, 4, 20).searchingMillis(2000, 2300, true),
        quick ? new Rounds(2, 2) : new Rounds(8, 12),
        customers.seed(),
        List.of(
            Values.COMPLETED_PER_SECOND,
            CPU_MILLIS_PER_VISIT,
            Values.CORES,
            Values.P99_MILLIS,
            Values.LOST),
        List.of(
            costs(DASHBOARDS, "Five dashboards and a reader of /metrics each second", 1.02),
            costs(TRACED, "The same and a recording of a trace", 1.05)));
  }

  private static Disturbance by(Watch watch) {
    return Disturbance.watchedBy(watch);
  }

  private static Claim costs(String load, String who, double most) {
    return Claim.atMost(
        COST + "-" + load,
        "%s cost at most %.0f %% more CPU time per visit at half load"
            .formatted(who, 100 * (most - 1)),
        Quantity.of(CPU_MILLIS_PER_VISIT, OURS, load)
            .dividedBy(Quantity.of(CPU_MILLIS_PER_VISIT, OURS, HALF)),
        "of that without",
        most);
  }

  /** Returns the server under overload, watched. */
  public static Experiment agreement(boolean quick, Customers customers) {
    Customers hasty = customers.hasty();
    return new Experiment(
        AGREEMENT,
        "Are the figures that the server shows true?",
        List.of(ServerSpec.headwaiter().with("--tls", "jsse")),
        List.of(LoadSpec.times(FIVE, 5, Visits.browsing(hasty)).meanwhile(by(Watch.DASHBOARDS))),
        ShopSpec.of(hasty),
        quick
            ? Timing.ofMillis(2000, 6000, 2000, 4000, 4, 4).searchingMillis(1500, 2000, true)
            : Timing.ofMillis(4000, 30_000, 2000, 4000, 4, 8).searchingMillis(2000, 2300, true),
        quick ? new Rounds(2, 2) : new Rounds(4, 6),
        customers.seed(),
        List.of(ARRIVED, ADMITTED, REFUSED, REQUESTS, P99, DASHBOARD),
        List.of(
            agrees(ARRIVED, "The connections that arrived", GENERATOR),
            agrees(ADMITTED, "The admitted connections", GENERATOR),
            agrees(REFUSED, "The refused connections", GENERATOR),
            agrees(REQUESTS, "The answered requests", GENERATOR),
            agrees(P99, "The 99th percentile of the response time", GENERATOR),
            agrees(DASHBOARD, "The connections on every dashboard", "what the history has")));
  }

  private static Claim agrees(Metric metric, String what, String with) {
    return Claim.atMost(
        AGREEMENT + "-" + metric.id(),
        "%s at 5x: within 2 %% of %s".formatted(what, with),
        Quantity.of(metric, OURS, FIVE),
        "apart",
        AGREES);
  }
}

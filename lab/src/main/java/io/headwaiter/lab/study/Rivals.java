package io.headwaiter.lab.study;

import static io.headwaiter.lab.model.Values.COMPLETED_OR_ONE_PER_SECOND;
import static io.headwaiter.lab.model.Values.COMPLETED_PER_SECOND;

import io.headwaiter.lab.model.Claim;
import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.KnobSpec;
import io.headwaiter.lab.model.LoadSpec;
import io.headwaiter.lab.model.Quantity;
import io.headwaiter.lab.model.Rounds;
import io.headwaiter.lab.model.ServerSpec;
import io.headwaiter.lab.model.ShopSpec;
import io.headwaiter.lab.model.Timing;
import io.headwaiter.lab.model.Values;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Headwaiter beside the ways that there are to protect a Tomcat. What has settings gets the best
 * for each load, which nobody could know before: found by trying under exactly that load.
 */
public final class Rivals {
  /** Name of the experiment, and of its part with clients that wait a second. */
  public static final String NAME = "rivals";

  private static final String PATIENT = "patient";
  private static final String STATIC = "static";

  /** Names of the parts, in the order they run. */
  public static final List<String> NAMES = List.of(NAME, PATIENT, STATIC);

  private static final ServerSpec OURS = ServerSpec.headwaiter().with("--tls", "jsse");

  private Rivals() {}

  /** Returns all experiments, for the command line. */
  public static List<Experiment> experiments(boolean quick, Customers customers) {
    Customers patient = customers.withPatience(Duration.ofSeconds(10));
    return List.of(
        all(NAME, quick, customers), all(PATIENT, quick, patient), staticLimits(quick, customers));
  }

  private static Experiment all(String name, boolean quick, Customers customers) {
    if (quick) {
      List<ServerSpec> three = List.of(OURS, ServerSpec.stock(), connections(1, 4));
      return experiment(name, three, List.of(1, 20), true, customers);
    }
    List<ServerSpec> rivals =
        List.of(
            OURS,
            ServerSpec.stock(),
            connections(3, 14),
            rate(3, 14),
            ServerSpec.stock().named("Netflix gradient2").with("--limiter", "gradient2"),
            formula(2, 16),
            accepting(2, 16),
            HaproxyKnobs.behindBest(ServerSpec.stock(), 2, 24));
    return experiment(name, rivals, List.of(1, 5, 20), false, customers);
  }

  /** The best static limits, with more trials. */
  private static Experiment staticLimits(boolean quick, Customers customers) {
    List<ServerSpec> servers =
        quick
            ? List.of(OURS, ServerSpec.stock(), rate(1, 6), connections(1, 6))
            : List.of(OURS, ServerSpec.stock(), rate(4, 24), connections(4, 20));
    return experiment(STATIC, servers, quick ? List.of(20) : List.of(5, 20), quick, customers);
  }

  /** Our own gate with the best fixed number of new visits per second. */
  private static ServerSpec rate(int repeats, int trialsMax) {
    return OURS.named("static rate")
        .with("--admission", "off")
        .tuned(repeats, trialsMax, KnobSpec.of("staticPerSecond", 0.6, 1.5, 1.12, 2).timesOneX());
  }

  /** Tomcat with the best bound of its connections. */
  private static ServerSpec connections(int repeats, int trialsMax) {
    return ServerSpec.stock()
        .named("static maxConnections")
        .tuned(repeats, trialsMax, KnobSpec.of("maxConnections", 8, 512, 2, 2).wholeNumbers());
  }

  /**
   * The published formula with the best costs. They are fixed, as those of a profile are; a profile
   * knows less than a search under the load itself.
   */
  private static ServerSpec formula(int repeats, int trialsMax) {
    return OURS.named("published formula")
        .with("--admission", "formula")
        .with("--formula-new-millis", "20", "--formula-resumed-millis", "2")
        .tuned(
            repeats,
            trialsMax,
            KnobSpec.of("formulaNewPerSecond", 0.5, 4, 1.4, 1).timesOneX().from(0.7, 1.4),
            KnobSpec.of("formulaResumedMillis", 0.5, 32, 2, 0).from(2.0, 8.0));
  }

  /** Tomcat with the best token bucket where connections are accepted, of whatever visit. */
  private static ServerSpec accepting(int repeats, int trialsMax) {
    return ServerSpec.stock()
        .named("token bucket at accept")
        .with("--limiter", "accept")
        .tuned(
            repeats,
            trialsMax,
            KnobSpec.of("acceptPerSecond", 0.5, 8, 1.4, 1).timesOneX().from(1.0, 2.0),
            KnobSpec.of("acceptBurst", 1, 64, 4, 0).from(1.0, 16.0));
  }

  private static Experiment experiment(
      String name,
      List<ServerSpec> servers,
      List<Integer> factors,
      boolean quick,
      Customers customers) {
    // Visits of some 1.6 s: many end in a window.
    Customers hasty = customers.hasty();
    List<String> others =
        servers.stream().map(ServerSpec::name).filter(n -> !n.equals(OURS.name())).toList();
    List<LoadSpec> loads = new ArrayList<>();
    List<Claim> claims = new ArrayList<>();
    for (int factor : factors) {
      LoadSpec load = LoadSpec.times(factor + "x", factor, Visits.browsing(hasty));
      loads.add(load);
      claims.add(
          Claim.atLeast(
              name + "-of-best-" + load.name(),
              "At %s Headwaiter completes at least %s of what the best of the others completes, each"
                      .formatted(load.name(), name.equals(STATIC) ? "97 %" : "98 %")
                  + " with the best setting for this load, clients that wait %d s"
                      .formatted(hasty.patience().toSeconds()),
              Quantity.of(COMPLETED_PER_SECOND, OURS.name(), load.name())
                  .dividedBy(Quantity.best(COMPLETED_OR_ONE_PER_SECOND, others, load.name())),
              "of the best",
              name.equals(STATIC) ? 0.97 : 0.98));
    }
    return new Experiment(
        name,
        "Who completes most?",
        servers,
        loads,
        ShopSpec.of(hasty),
        timing(quick),
        quick ? new Rounds(2, 2) : new Rounds(3, 6),
        customers.seed(),
        Values.OVERLOAD,
        claims);
  }

  private static Timing timing(boolean quick) {
    return quick
        ? Timing.ofMillis(3000, 2000, 400, 1500, 2, 2)
            .searchingMillis(1500, 1000, /* coarse= */ true)
        : Timing.ofMillis(5000, 6000, 700, 2500, 7, 4)
            .searchingMillis(2000, 2300, /* coarse= */ false);
  }
}

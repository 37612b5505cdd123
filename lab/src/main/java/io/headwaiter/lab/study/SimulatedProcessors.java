package io.headwaiter.lab.study;

import static io.headwaiter.lab.model.Values.OFFERED_PER_SECOND;
import static io.headwaiter.lab.model.Values.REPLIES_PER_SECOND;

import io.headwaiter.lab.model.Claim;
import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.LoadSpec;
import io.headwaiter.lab.model.Metric;
import io.headwaiter.lab.model.PublishedCurve;
import io.headwaiter.lab.model.Quantity;
import io.headwaiter.lab.model.Rounds;
import io.headwaiter.lab.model.ServerSpec;
import io.headwaiter.lab.model.ShopSpec;
import io.headwaiter.lab.model.Timing;
import io.headwaiter.lab.model.Values;
import io.headwaiter.load.LoadOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * {@link Processors} in the simulator, with the costs that were measured there: up to one processor
 * beside what was measured, at the same offered rates, and beyond it with processors that this
 * machine has not. 1x of those is searched in the simulator. Whatever does not grow with the
 * processors is the same for all.
 */
public final class SimulatedProcessors {
  /** Name of the experiment. */
  public static final String NAME = "simulated";

  /** Name of the replies per second of the measured server, in the observation of its twin. */
  public static final String MEASURED = "measuredRepliesPerSecond";

  private static final List<Double> MEASURED_TOO =
      List.of(Processors.QUARTER, Processors.HALF, Processors.THREE_QUARTERS, Processors.WHOLE);
  private static final List<Double> MORE = List.of(2.0, 3.0, 4.0, 8.0);
  private static final double FOUR = 4;
  private static final double MISSED_MAX = 0.1;
  private static final Metric MISSED =
      Metric.lower(
          "missed", "missed by", o -> Math.abs(REPLIES_PER_SECOND.of(o) / o.value(MEASURED) - 1));
  private static final List<Metric> COLUMNS =
      List.of(
          OFFERED_PER_SECOND,
          REPLIES_PER_SECOND.asChart(
              PublishedCurve.of("Guitart 2007", name(1))
                  .at(1, 1)
                  .at(Processors.OVERLOAD, 13.0 / 90),
              PublishedCurve.of("Guitart 2007", name(FOUR))
                  .at(1, 1)
                  .at(Processors.OVERLOAD, 53.0 / 256)),
          Metric.higher("measuredReplies", "measured pages/s", o -> o.value(MEASURED)),
          MISSED,
          Values.COMPLETED_PER_SECOND.asChart(),
          Values.MEAN_MILLIS,
          Values.TIMEOUTS_PER_SECOND);

  private SimulatedProcessors() {}

  /** Returns the experiment. */
  public static Experiment experiment(Customers all) {
    Customers customers = Processors.customers(all);
    LoadOptions visits = Processors.visits(customers);
    List<String> loads = Processors.curve(/* quick= */ false);
    List<ServerSpec> servers = new ArrayList<>();
    MEASURED_TOO.forEach(processors -> servers.add(server(processors)));
    MORE.forEach(processors -> servers.add(server(processors)));
    return new Experiment(
        NAME,
        "What would a multithreaded server gain from more processors than this machine has?",
        servers,
        loads.stream().map(load -> LoadSpec.times(load, Processors.times(load), visits)).toList(),
        ShopSpec.of(customers),
        // What the simulation itself takes.
        Timing.ofMillis(0, 1500, 0, 0, 0, 0).searchingMillis(0, 500, /* coarse= */ false),
        new Rounds(3, 3),
        customers.seed(),
        COLUMNS,
        claims(loads));
  }

  private static ServerSpec server(double processors) {
    return ServerSpec.of(ServerSpec.SIMULATED).named(name(processors)).withQuota(processors);
  }

  /** Returns the name of the measured server that a simulated one is compared with. */
  public static Optional<String> twin(ServerSpec simulated) {
    return MEASURED_TOO.contains(simulated.quota())
        ? Optional.of(Processors.name(Processors.NONE, simulated.quota()))
        : Optional.empty();
  }

  private static List<Claim> claims(List<String> loads) {
    List<Quantity> missed = new ArrayList<>();
    for (double processors : MEASURED_TOO) {
      for (String load : loads) {
        missed.add(Quantity.of(MISSED, name(processors), load));
      }
    }
    return List.of(
        Claim.atMost(
            "simulated-as-measured",
            "The simulator's replies are those that were measured, with a part of a processor or"
                + " all of it and under each load: the largest difference",
            Quantity.combined(
                values -> Arrays.stream(values).max().orElseThrow(),
                missed.toArray(Quantity[]::new)),
            "of the measured",
            MISSED_MAX),
        Claim.atLeast(
            "simulated-maximum-of-four",
            "The maximum of replies is higher with four processors than with one",
            maximum(FOUR, loads).dividedBy(maximum(1, loads)),
            "times",
            1),
        Claim.atLeast(
            "simulated-overload-point-of-four",
            "Overload begins at a higher rate with four processors than with one",
            Quantity.of(OFFERED_PER_SECOND, name(FOUR), Processors.FULL)
                .dividedBy(Quantity.of(OFFERED_PER_SECOND, name(1), Processors.FULL)),
            "times",
            1),
        Claim.atMost(
            "simulated-overloaded-of-four",
            "At 5x four processors reply less than at their maximum",
            overloadedOfFour(loads),
            "of the maximum",
            1));
  }

  private static Quantity overloadedOfFour(List<String> loads) {
    Quantity.Series overloaded = new Quantity.Series(name(FOUR), Processors.FAR_BEYOND);
    return Quantity.ofBestOther(
        REPLIES_PER_SECOND, REPLIES_PER_SECOND, overloaded, series(FOUR, loads));
  }

  private static Quantity maximum(double processors, List<String> loads) {
    return Quantity.best(REPLIES_PER_SECOND, series(processors, loads));
  }

  private static List<Quantity.Series> series(double processors, List<String> loads) {
    return loads.stream().map(load -> new Quantity.Series(name(processors), load)).toList();
  }

  private static String name(double processors) {
    return processors == Math.rint(processors)
        ? "simulated " + Math.round(processors)
        : "simulated " + processors;
  }
}

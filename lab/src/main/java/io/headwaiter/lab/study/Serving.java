package io.headwaiter.lab.study;

import static io.headwaiter.lab.model.Values.COMPLETED_PER_SECOND;

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
import io.headwaiter.load.LoadOptions;
import io.headwaiter.load.ReplayOptions;
import io.headwaiter.load.SourceAddresses;
import java.util.ArrayList;
import java.util.List;

/**
 * What Headwaiter still completes at 5 and 20 times 1x, beside its own best load in the same round,
 * with customers who give up and with customers who come back; and the p99 at 20x beside that of as
 * many visits without overload. Beside them runs a bare loop, whose refusals are the least that
 * refusing can cost.
 */
public final class Serving {
  /** Name of the part. */
  public static final String NAME = "serving";

  private static final String OURS = ServerSpec.HEADWAITER;
  private static final String TWENTY = "20x";
  private static final String REFERENCE = "without overload";
  private static final String REFUSALS = "refusals";
  private static final double MICROS = 1e6;

  private Serving() {}

  /** Returns the experiment. */
  public static Experiment experiment(boolean quick, Customers customers) {
    // Visits of some 1.6 s: many end in a window.
    Customers hasty = customers.hasty();
    LoadOptions visits = Visits.browsing(hasty);
    List<LoadSpec> leaving =
        List.of(
            LoadSpec.times("1x", 1, visits).on(OURS),
            LoadSpec.times("5x", 5, visits).on(OURS),
            LoadSpec.times(TWENTY, 20, visits).on(OURS));
    List<LoadSpec> retrying =
        List.of(retrying("5x retrying", 5, visits), retrying("20x retrying", 20, visits));
    List<LoadSpec> loads = new ArrayList<>(leaving);
    loads.addAll(retrying);
    loads.add(LoadSpec.asCompletedUnder(REFERENCE, leaving.get(2), visits));
    loads.add(refusals());
    List<Metric> columns = new ArrayList<>(Values.OVERLOAD);
    columns.add(Values.MICROS_PER_REFUSAL);
    return new Experiment(
        NAME,
        "What is still completed at five and twenty times what fits?",
        List.of(ServerSpec.headwaiter().with("--tls", "jsse"), ServerSpec.bareLoop()),
        loads,
        ShopSpec.of(hasty),
        timing(quick),
        quick ? new Rounds(2, 2) : new Rounds(4, 8),
        customers.seed(),
        columns,
        claims(leaving, retrying));
  }

  private static List<Claim> claims(List<LoadSpec> leaving, List<LoadSpec> retrying) {
    List<Claim> claims = new ArrayList<>();
    claims.add(completed(leaving.get(1), leaving));
    claims.add(completed(leaving.get(2), leaving));
    retrying.forEach(load -> claims.add(completed(load, leaving)));
    claims.add(
        Claim.atMost(
            "p99-20x-of-unloaded",
            "At 20x the p99 of those let in is at most 1.3 times the p99 at the same completed rate"
                + " without overload",
            of(Values.P99_MILLIS, TWENTY).dividedBy(of(Values.P99_MILLIS, REFERENCE)),
            "times",
            1.3));
    return claims;
  }

  /** Those who come back count as offered each time. */
  private static LoadSpec retrying(String name, double factor, LoadOptions visits) {
    double fresh = Retries.freshPerSecond(factor, 1);
    return LoadSpec.times(name, fresh, Retries.with(visits)).on(OURS);
  }

  private static LoadSpec refusals() {
    return LoadSpec.hellos(
            REFUSALS,
            HelloSpec.times(
                19,
                ReplayOptions.to(HelloSpec.ANYWHERE)
                    .concurrency(128)
                    .sourceAddresses(SourceAddresses.countForFlood())
                    .build()))
        .on(ServerSpec.BARE_LOOP);
  }

  private static Quantity.Series ours(LoadSpec load) {
    return new Quantity.Series(OURS, load.name());
  }

  private static Quantity of(Metric metric, String load) {
    return Quantity.of(metric, OURS, load);
  }

  private static Claim completed(LoadSpec load, List<LoadSpec> leaving) {
    List<Quantity.Series> others =
        leaving.stream().filter(other -> !other.equals(load)).map(Serving::ours).toList();
    return Claim.atLeast(
        "completed-" + load.name().replace(' ', '-'),
        "At "
            + load.name()
            + " at least 98 % of the best other load is completed, times what the refusals of a bare"
            + " loop would leave",
        Quantity.combined(
            of -> served(of[0], of[1], of[2], of[3]),
            of(COMPLETED_PER_SECOND, load.name()),
            Quantity.best(COMPLETED_PER_SECOND, others),
            of(Values.REFUSED_PER_SECOND, load.name()),
            Quantity.of(Values.MICROS_PER_REFUSAL, ServerSpec.BARE_LOOP, REFUSALS)),
        "of what could be",
        0.98);
  }

  /**
   * What is completed, of what could be: {@code completed / (best * (1 - r * c))}, with r refusals
   * a second and c the CPU seconds that a bare loop needs for one.
   *
   * <p>Worked: best 60 a second, 1,140 refusals a second at 35 µs: 1 - 0.0399 = 0.960, so 56.5 a
   * second are 0.981 of what could be.
   */
  static double served(
      double completedPerSecond, double best, double refusedPerSecond, double refusalMicros) {
    double left = 1 - refusedPerSecond * refusalMicros / MICROS;
    return completedPerSecond / (best * left);
  }

  private static Timing timing(boolean quick) {
    return quick
        ? Timing.ofMillis(3000, 2000, 400, 1500, 2, 2)
            .searchingMillis(1500, 1000, /* coarse= */ true)
        : Timing.ofMillis(5000, 6000, 700, 2500, 7, 4)
            .searchingMillis(2000, 2300, /* coarse= */ false);
  }
}

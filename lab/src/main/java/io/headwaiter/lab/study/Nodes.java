package io.headwaiter.lab.study;

import static io.headwaiter.lab.model.Values.COMPLETED_PER_SECOND;

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
import io.headwaiter.load.workload.EndReading;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * Two servers behind HAProxy, which gives connections to each in turn and leaves TLS to them. Each
 * has 0.4 of the servers' processor, and HAProxy what they leave.
 */
public final class Nodes {
  /** Name of the part, and of its first experiment. */
  public static final String NAME = "nodes";

  private static final String ONE = "one node";
  private static final String TWO = "two nodes";
  private static final double SHARE = 0.4;
  private static final String FIVE = "5x";
  private static final String TWENTY = "20x";
  private static final String NO_OVERLOAD = "as many as at 5x";
  private static final String KILLED = "5x, one is killed";
  private static final int LONG_PAGES = 60;
  private static final int IDLE_SECONDS = 10;
  private static final List<Metric> COLUMNS =
      List.of(
          Values.OFFERED_PER_SECOND,
          COMPLETED_PER_SECOND,
          Values.COMPLETED_LATE_PER_SECOND,
          Values.REFUSED_PER_SECOND,
          Values.REFUSED_LATER,
          Values.BROKEN_OR_TIMED_OUT,
          Values.P99_MILLIS,
          Values.STATE_CHANGES,
          Values.CORES,
          Values.GENERATOR);

  private Nodes() {}

  /** Returns all experiments of the part; two of them for a quick look. */
  public static List<Experiment> experiments(boolean quick, Customers customers) {
    Customers hasty = customers.hasty();
    if (quick) {
      return List.of(overload(quick, hasty), killed(quick, hasty));
    }
    return List.of(
        overload(quick, hasty),
        longVisits(quick, hasty),
        killed(quick, hasty),
        checks(quick, hasty));
  }

  private static Experiment overload(boolean quick, Customers hasty) {
    LoadOptions visits = Visits.browsing(hasty);
    LoadSpec five = times(FIVE, 5, visits);
    return experiment(
        NAME,
        "Do two servers carry twice what one does?",
        List.of(
            one("1x of one", 1, visits),
            one("5x of one", 5, visits),
            five,
            times(TWENTY, 20, visits),
            LoadSpec.asCompletedUnder(NO_OVERLOAD, five, visits)),
        timing(quick, 4, quick ? 4 : 12),
        quick ? new Rounds(2, 2) : new Rounds(4, 6),
        hasty,
        List.of(
            ofTwice(FIVE),
            ofTwice(TWENTY),
            Claim.atMost(
                NAME + "-p99",
                "At 5x the p99 of two nodes is at most 1.3 times that of as many visits without"
                    + " overload",
                two(Values.P99_MILLIS, FIVE).dividedBy(two(Values.P99_MILLIS, NO_OVERLOAD)),
                "times",
                1.3),
            none(
                NAME + "-refused-later",
                "No visit of a client that resumes is refused on the other node after it was let in",
                Values.REFUSED_LATER,
                FIVE,
                TWENTY)));
  }

  /** Visits that are longer than an idle one may be, over one connection each. */
  private static Experiment longVisits(boolean quick, Customers hasty) {
    LoadOptions visits =
        Visits.browsing(hasty).toBuilder()
            .endReading(EndReading.FITTED)
            .meanRequests(LONG_PAGES)
            .thinkMean(Duration.ofMillis(350))
            .thinkScale(1)
            .build();
    // One of them costs as much as several of those that 1x is counted in.
    double times = 5 * Visits.PAGES_PER_VISIT / LONG_PAGES;
    return experiment(
        NAME + "-long",
        "Does a long visit survive a change of the server?",
        List.of(one("1x of one", 1, Visits.browsing(hasty)), times(FIVE, times, visits)),
        timing(quick, quick ? 12 : 30, quick ? 8 : 30),
        quick ? new Rounds(2, 2) : new Rounds(3, 4),
        hasty,
        List.of(
            none(
                NAME + "-long-refused-later",
                "No visit of a client that resumes is refused after it was let in, although it"
                    + " lasts longer than visitIdleSeconds",
                Values.REFUSED_LATER,
                FIVE)));
  }

  private static Experiment killed(boolean quick, Customers hasty) {
    LoadOptions visits = Visits.browsing(hasty);
    return experiment(
        NAME + "-killed",
        "What do customers notice of a server that dies?",
        List.of(
            one("1x of one", 1, visits),
            one("5x of one", 5, visits),
            times(KILLED, 5, visits).meanwhile(Disturbance.KILLED_NODE)),
        // Half of the window is what comes 10 s after the end of the server.
        timing(quick, 4, 40),
        quick ? new Rounds(2, 2) : new Rounds(4, 6),
        hasty,
        List.of(
            Claim.atLeast(
                NAME + "-killed-completed",
                "From 10 s after the end of one node on, the other completes at least 0.95 of one"
                    + " node's best",
                two(Values.COMPLETED_LATE_PER_SECOND, KILLED).dividedBy(bestOfOne()),
                "of one node's best",
                0.95)));
  }

  private static Experiment checks(boolean quick, Customers hasty) {
    LoadOptions visits = Visits.browsing(hasty);
    return experiment(
        NAME + "-checks",
        "Does overload take a server out?",
        List.of(one("1x of one", 1, visits), times(TWENTY, 20, visits)),
        timing(quick, 4, quick ? 20 : 150),
        quick ? new Rounds(2, 2) : new Rounds(4, 4),
        hasty,
        List.of(
            none(
                NAME + "-checks-changes",
                "At 20x no check of HAProxy, one each second, takes a server out",
                Values.STATE_CHANGES,
                TWENTY)));
  }

  private static Experiment experiment(
      String name,
      String question,
      List<LoadSpec> loads,
      Timing timing,
      Rounds rounds,
      Customers hasty,
      List<Claim> claims) {
    ServerSpec node =
        ServerSpec.headwaiter()
            .with("--visit-idle-seconds", Integer.toString(IDLE_SECONDS))
            .withQuota(SHARE);
    return new Experiment(
        name,
        question,
        List.of(node.balanced(ONE, 1), node.balanced(TWO, 2)),
        loads,
        ShopSpec.of(hasty),
        timing,
        rounds,
        hasty.seed(),
        COLUMNS,
        claims);
  }

  private static Timing timing(boolean quick, int leadSeconds, int windowSeconds) {
    return Timing.ofMillis(
            1000L * leadSeconds, 1000L * windowSeconds, 3000, 2500, quick ? 4 : 8, quick ? 4 : 14)
        .searchingMillis(2000, 2500, /* coarse= */ true);
  }

  private static LoadSpec one(String name, double times, LoadOptions visits) {
    return LoadSpec.times(name, times, visits).on(ONE);
  }

  /** 1x is that of one node. */
  private static LoadSpec times(String name, double times, LoadOptions visits) {
    return LoadSpec.times(name, 2 * times, visits).on(TWO);
  }

  private static Claim ofTwice(String load) {
    return Claim.atLeast(
        NAME + "-completed-" + load,
        "At %s two nodes complete at least 0.95 of twice one node's best".formatted(load),
        Quantity.combined(of -> of[0] / (2 * of[1]), two(COMPLETED_PER_SECOND, load), bestOfOne()),
        "of twice one node's",
        0.95);
  }

  private static Claim none(String id, String words, Metric metric, String... loads) {
    List<Quantity> all = new ArrayList<>();
    for (String load : loads) {
      all.add(two(metric, load));
    }
    return Claim.atMost(
        id,
        words,
        Quantity.combined(of -> DoubleStream.of(of).sum(), all.toArray(Quantity[]::new)),
        "in a round",
        0);
  }

  private static Quantity two(Metric metric, String load) {
    return Quantity.of(metric, TWO, load);
  }

  private static Quantity bestOfOne() {
    return Quantity.best(
        COMPLETED_PER_SECOND,
        List.of(new Quantity.Series(ONE, "1x of one"), new Quantity.Series(ONE, "5x of one")));
  }
}

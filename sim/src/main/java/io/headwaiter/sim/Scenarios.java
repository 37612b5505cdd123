package io.headwaiter.sim;

import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * All scenarios. Loads are multiples of the capacity of their shop. Visits take about 6 s unless
 * said otherwise, with 8.5 pages of 1.5 ms, after a handshake of 4 ms.
 */
public final class Scenarios {
  private static final double THINK = 0.7;

  private Scenarios() {}

  /** Returns the scenarios that judge a law. */
  public static List<Scenario> all() {
    return Stream.concat(loads().stream(), AbuseScenarios.all().stream()).toList();
  }

  private static List<Scenario> loads() {
    return List.of(
        crowd("steady-1x", "a law that costs something where there is no overload", 1),
        crowd("steady-5x", "a server that completes less the more is offered", 5),
        crowd("steady-20x", "a server that drowns in its refusals", 20),
        flashCrowd(),
        slowRamp(),
        resumptionStorm(),
        retryStorm(),
        costShift(),
        costDoubled(),
        databaseSlow(),
        quotaHalved(),
        quotaRestored(),
        processorsTaken(),
        mixedVisitors(),
        forgedClaims(),
        helloFlood(),
        idleThenBurst(),
        bursts(),
        resumedAlone(),
        longVisits(),
        regularVisits(),
        coldDeploy(),
        longKept("long-kept-1.1x", 1.1),
        longKept("long-kept", 5),
        diurnal(),
        twoShops(),
        family("page-connections", "a law that counts connections", pageConnections()),
        family("six-connections", "a law that takes a browser for six customers", browsers()),
        family("one-request", "a law that expects everybody to come again", machines()));
  }

  /**
   * Returns the scenarios for many processors, and for a hundred thousand clients at once, which
   * two cores cannot test.
   */
  public static List<Scenario> scale() {
    return List.of(
        scale(4, THINK, "scale-4"),
        scale(16, THINK, "scale-16"),
        scale(64, THINK, "scale-64"),
        scale(64, 3.5, "clients-100000"));
  }

  private static Shop plain(double processors, double think) {
    return Shop.ofThink(think).machine(m -> m.processors(processors).front(9e-6, 26e-6));
  }

  private static Shop plain(double processors) {
    return plain(processors, THINK);
  }

  private static DoubleUnaryOperator step(double at, double before, double after) {
    return t -> t < at ? before : after;
  }

  private static UnaryOperator<Crowd> offered(double factor) {
    return c -> c.offered(t -> factor);
  }

  private static Scenario crowd(String name, String failure, double factor) {
    return Scenario.steady(name, failure, p -> plain(p).crowd(offered(factor)), 30, 70);
  }

  private static Scenario scale(double processors, double think, String name) {
    return Scenario.steady(
        name,
        "a law that is good on two processors only",
        p -> plain(processors, think).crowd(offered(5)),
        30,
        60);
  }

  private static Scenario flashCrowd() {
    return Scenario.step(
        "flash-crowd",
        "a law that lets a crowd in before it knows what the crowd will cost",
        p -> plain(p).crowd(c -> c.offered(step(30, 1, 20))),
        30,
        60);
  }

  private static Scenario slowRamp() {
    return Scenario.steady(
        "slow-ramp",
        "a law that notices only what comes at once",
        p -> plain(p).crowd(c -> c.offered(t -> 0.5 + Math.max(0, t - 10) / 60 * 4.5)),
        30,
        80);
  }

  private static Scenario resumptionStorm() {
    return Scenario.steady(
        "resumption-storm",
        "a restart after which everybody claims what nobody knows any more",
        p ->
            plain(p, 2)
                .crowd(
                    c ->
                        c.offered(t -> 1)
                            .claims(t -> 0.5, 1)
                            .restart(40)
                            .patience(2, 2)
                            .retries(6, 1)),
        40,
        90);
  }

  private static Scenario retryStorm() {
    return Scenario.steady(
        "retry-storm",
        "a server that stays down when the crowd has gone, because everybody tries again",
        p ->
            plain(p)
                .crowd(
                    c -> c.offered(t -> t >= 20 && t < 40 ? 3 : 0.8).patience(3, 3).retries(6, 2)),
        20,
        70);
  }

  private static Scenario costShift() {
    return Scenario.step(
        "cost-shift",
        "a law that believes in the handshakes of yesterday: the certificate becomes RSA-4096",
        p -> plain(p).machine(m -> m.handshakeCosts(step(30, 1, 4))).crowd(offered(3)),
        30,
        60);
  }

  private static Scenario costDoubled() {
    return Scenario.step(
        "cost-doubled",
        "a law that believes in the pages of yesterday",
        p -> plain(p).machine(m -> m.costs(step(30, 1, 2))).crowd(offered(3)),
        30,
        60);
  }

  private static Scenario databaseSlow() {
    return Scenario.step(
        "database-slow",
        "a law that sees processors only: the database takes four times as long",
        p ->
            plain(p)
                .machine(
                    m ->
                        m.databaseConnections((int) Math.ceil(5 * p)).databaseTimes(step(30, 1, 4)))
                .crowd(c -> c.kinds(VisitKind.plain(THINK).database(5e-3)).offered(t -> 3)),
        30,
        60);
  }

  private static Scenario quotaHalved() {
    return Scenario.step(
        "quota-halved",
        "a law that lets new ones in although the promises do not fit any more",
        p -> plain(p).machine(m -> m.quota(step(30, p, p / 2))).crowd(offered(3)),
        30,
        60);
  }

  private static Scenario quotaRestored() {
    return Scenario.step(
        "quota-restored",
        "a law that is slow to use what it is given",
        p -> plain(p).machine(m -> m.quota(step(30, p / 2, p))).crowd(offered(3)),
        30,
        60);
  }

  private static Scenario processorsTaken() {
    return Scenario.step(
        "processors-taken",
        "a law that cannot do without true meters: a third is gone, and nobody says so",
        p -> plain(p).machine(m -> m.unseen(step(30, 0, 0.3))).crowd(offered(3)),
        30,
        60);
  }

  private static Scenario mixedVisitors() {
    VisitKind light = VisitKind.plain(THINK).share(0.8).pages(4, 1e-3);
    VisitKind heavy = VisitKind.plain(THINK).share(0.2).pages(25, 3e-3);
    return Scenario.steady(
        "mixed-visitors",
        "a law that learns from visits that are over, which are the light ones",
        p -> plain(p).crowd(c -> c.kinds(light, heavy).offered(t -> 5)),
        60,
        140);
  }

  private static Scenario forgedClaims() {
    return Scenario.steady(
        "forged-claims",
        "a law that believes what a hello says",
        p -> plain(p).crowd(c -> c.offered(t -> 5).claims(t -> 0.5, 0)),
        30,
        70);
  }

  private static Scenario helloFlood() {
    return Scenario.steady(
        "hello-flood",
        "a law that keeps room for clients who have left after their hello",
        p -> plain(p).crowd(c -> c.offered(t -> 20).abandons(0.9)),
        30,
        70);
  }

  private static Scenario idleThenBurst() {
    return Scenario.step(
        "idle-then-burst",
        "a law that forgets in a quiet hour, or saves up for a spree",
        p -> plain(p).crowd(c -> c.offered(step(40, 0.02, 20))),
        40,
        70);
  }

  private static Scenario bursts() {
    return Scenario.steady(
        "bursty-arrivals",
        "a law that needs arrivals to be smooth",
        p -> plain(p).crowd(c -> c.offered(t -> 1.5).bursts(1.8, 1)),
        30,
        80);
  }

  private static Scenario resumedAlone() {
    return Scenario.steady(
        "resumed-alone",
        "a law that never refuses who resumes, when they alone are too many",
        p -> plain(p).crowd(c -> c.offered(t -> 3).claims(t -> 1, 1).continuing(0.5, 3)),
        30,
        70);
  }

  private static Scenario regularVisits() {
    return Scenario.step(
        "alike-visits",
        "a law that swings: all visits are equally long and dearest at their end",
        p ->
            plain(p)
                .crowd(
                    c ->
                        c.kinds(VisitKind.plain(THINK).spread(VisitKind.Spread.REGULAR))
                            .offered(step(40, 0.3, 5))),
        40,
        100);
  }

  /**
   * For the first 30 s all costs are four times as high, and ten pages are still to be compiled.
   * For the first 10 s there is hardly any load, then an overload.
   */
  private static Scenario coldDeploy() {
    return Scenario.cold(
        "cold-deploy",
        "a law that takes the costs of a server that has just begun for those of a visit",
        p ->
            cold(p)
                .machine(m -> m.costs(step(30, 4, 1)).compiles(10, 0.125))
                .crowd(c -> c.offered(step(10, 0.05, 3))),
        0,
        70);
  }

  /**
   * Customers as of an independent client, with one connection for the whole visit: few at first,
   * while idle processors make all work more expensive.
   */
  private static Scenario longKept(String name, double factor) {
    return Scenario.step(
        name,
        "a law that learns its prices on idle processors, and keeps them idle by these prices",
        p -> cold(p).crowd(c -> c.kinds(longKept()).offered(step(30, 0.5, factor))),
        30,
        70);
  }

  /** Two days of 120 s, from 0.1 of the capacity at night to twice the capacity at noon. */
  private static Scenario diurnal() {
    return Scenario.steady(
        "diurnal-heavy-tail",
        "a law for which yesterday's mean is everybody's cost",
        p ->
            cold(p)
                .crowd(
                    c ->
                        c.kinds(VisitKind.plain(THINK).spread(VisitKind.Spread.HEAVY_TAILED))
                            .offered(t -> 1.05 - 0.95 * Math.cos(2 * Math.PI * t / 120))),
        30,
        270);
  }

  /**
   * A mix that changes, from machine clients, long kept connections and a connection for each page
   * to browsers with expensive pages.
   */
  private static Scenario twoShops() {
    return Scenario.steady(
        "two-shops",
        "a law that knows one price for all, when those who come become others",
        p ->
            plain(p)
                .crowd(
                    c ->
                        c.kinds(
                                browsers().pages(12, 6e-3),
                                machines().share(0.5),
                                longKept().share(0.3),
                                pageConnections().share(0.2))
                            .firstKind(t -> 0.1 + 0.7 * Math.max(0, Math.min(1, (t - 60) / 20)))
                            .offered(t -> 3)),
        30,
        130);
  }

  private static Scenario family(String name, String failure, VisitKind kind) {
    return Scenario.steady(
        name, failure, p -> plain(p).crowd(c -> c.kinds(kind).offered(t -> 5)), 30, 70);
  }

  private static Shop cold(double processors) {
    return plain(processors).machine(m -> m.dearerWhenIdle(1.25, 0.72));
  }

  private static VisitKind longKept() {
    return VisitKind.plain(0.3).pages(8, 1.36e-3).connections(0, 1);
  }

  private static VisitKind pageConnections() {
    return VisitKind.plain(THINK).connections(1, 1);
  }

  private static VisitKind browsers() {
    return VisitKind.plain(THINK).pages(5, 4e-3).connections(0, 6);
  }

  private static VisitKind machines() {
    return VisitKind.plain(0).pages(1, 1.5e-3).connections(0, 1);
  }

  private static Scenario longVisits() {
    return Scenario.steady(
        "long-visits",
        "a law that lets everybody in before the first of them costs anything",
        p -> plain(p, 7).crowd(c -> c.offered(t -> t < 20 ? 0.5 : 5)),
        80,
        180);
  }
}

package io.headwaiter.sim;

import java.util.List;

/**
 * Scenarios with attacks, and one in which the last page of some visits is expensive. Beside an
 * attack, the customers alone are half of what the server carries, so every loss is due to the
 * attack. Attacks begin at second 20, when judging begins. Rates are per processor. Costs are those
 * of {@link Machine#plain} unless said otherwise, plus 9 us for each accepted connection.
 */
final class AbuseScenarios {
  private static final double THINK = 0.7;
  private static final double CALM_LOAD = 0.5;
  private static final double ATTACK_SECOND = 20;
  private static final double TO_SECOND = 70;

  private AbuseScenarios() {}

  static List<Scenario> all() {
    return List.of(harvest(), hog(), stall(), idle(), replay(), checkoutDear());
  }

  private static Shop calm(double processors) {
    return Shop.ofThink(THINK)
        .machine(m -> m.processors(processors).front(9e-6, 26e-6))
        .crowd(c -> c.offered(t -> CALM_LOAD));
  }

  private static Shop attacked(double processors, Attack... attacks) {
    return calm(processors).crowd(c -> c.attacks(attacks));
  }

  /** Handshakes and pages take 1.2 processors: with the customers, 1.7 times the capacity. */
  private static Scenario harvest() {
    return Scenario.steady(
        "harvest",
        "a law that lets one visit resume without end because it once paid",
        p -> attacked(p, Attack.harvest(ATTACK_SECOND, 400 * p, 2.5e-3)),
        ATTACK_SECOND,
        TO_SECOND);
  }

  /** One visit for each processor, with heavy pages: they take all CPU that the customers leave. */
  private static Scenario hog() {
    return Scenario.steady(
        "hog",
        "a law for which what one visit asks for without pause is what all visits cost",
        p -> attacked(p, Attack.hog(ATTACK_SECOND, (int) Math.ceil(p), 20, 6e-3)),
        ATTACK_SECOND,
        TO_SECOND);
  }

  /** Handshakes cost as with ECDSA; those of the attack take 0.3 of a processor together. */
  private static Scenario stall() {
    return Scenario.steady(
        "stall",
        "a law that keeps the room of a whole visit for who says nothing after a hello or handshake",
        p ->
            attacked(
                    p,
                    Attack.silentHellos(ATTACK_SECOND, 400 * p),
                    Attack.silentHandshakes(ATTACK_SECOND, 200 * p))
                .machine(m -> m.handshakes(0.5e-3, 0.25e-3)),
        ATTACK_SECOND,
        TO_SECOND);
  }

  /** Customers with two connections each have 350 of 600 connections open for each processor. */
  private static Scenario idle() {
    return Scenario.steady(
        "idle",
        "a law under which one visit can hold all connections that there are",
        p ->
            attacked(p, Attack.idle(ATTACK_SECOND, 100 * p, connections(p)))
                .machine(m -> m.connectionsMax(connections(p)))
                .crowd(c -> c.kinds(VisitKind.plain(THINK).connections(0.1, 2))),
        ATTACK_SECOND,
        TO_SECOND);
  }

  private static int connections(double processors) {
    return (int) Math.ceil(600 * processors);
  }

  /** Handshakes take 0.4 processors: with the customers, 0.9 of the capacity. */
  private static Scenario replay() {
    return Scenario.steady(
        "replay",
        "a law that takes each use of one ticket for a visit, or for work of the visits under way",
        p -> attacked(p, Attack.replay(ATTACK_SECOND, 800 * p)),
        ATTACK_SECOND,
        TO_SECOND);
  }

  /**
   * Most customers only look, some stay long, and the last page of those that buy costs as much as
   * ten others.
   */
  private static Scenario checkoutDear() {
    VisitKind looking = VisitKind.plain(THINK).share(0.6).pages(5, 1.5e-3);
    VisitKind staying = VisitKind.plain(THINK).share(0.2).pages(25, 1.5e-3);
    VisitKind buying =
        VisitKind.plain(THINK)
            .share(0.2)
            .pages(8, 1.5e-3 * 17 / 8)
            .spread(VisitKind.Spread.DEAR_LAST_PAGE);
    return Scenario.steady(
        "checkout-dear",
        "a law that takes who stays for long, or pays for a dear last step, for somebody to stop",
        p -> calm(p).crowd(c -> c.kinds(looking, staying, buying).offered(t -> 2)),
        40,
        100);
  }
}

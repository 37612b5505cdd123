package io.headwaiter.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.sim.law.Headwaiter;
import io.headwaiter.sim.law.Hello;
import io.headwaiter.sim.law.LawFactory;
import io.headwaiter.sim.law.Laws;
import io.headwaiter.sim.law.NoControl;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** No customer and no CPU is lost, and the meters are true. */
@Tag("once")
class ConservationTest {
  static Stream<String> laws() {
    return Laws.all().stream().map(LawFactory::name);
  }

  private static LawFactory named(String name) {
    return Laws.all().stream().filter(l -> l.name().equals(name)).findFirst().orElseThrow();
  }

  /** Retries, impatience, abandoning and claims, all at once. */
  private static Shop everything() {
    return Shop.ofThink(0.7)
        .machine(m -> m.processors(2).front(9e-6, 26e-6).databaseConnections(6))
        .crowd(
            c ->
                c.kinds(VisitKind.plain(0.7).database(5e-3))
                    .offered(t -> 4)
                    .patience(2, 1)
                    .retries(3, 1)
                    .abandons(0.2)
                    .claims(t -> 0.4, 0.7)
                    .continuing(0.3, 2));
  }

  @ParameterizedTest
  @MethodSource("laws")
  void everyArrivalIsAccountedFor(String law) {
    Outcome outcome = Simulation.run(everything(), named(law), 5, 0, 40);
    Counts totals = outcome.score().totals();
    Leftover left = outcome.leftover();
    // A visit under way with another connection at the door counts as both waiting and under way.
    assertThat(totals.completed() + totals.gaveUp() + totals.abandoned() + left.away())
        .isBetween(
            totals.arrived() - left.underWay() - left.waiting(),
            totals.arrived() - left.underWay());
    assertThat(totals.arrived()).isGreaterThan(1000);
    assertThat(totals.retried()).isPositive();
  }

  /** The CPU of the processors is a bound for every law. */
  @ParameterizedTest
  @MethodSource("laws")
  void noLawUsesMoreCpuThanAvailable(String law) {
    Outcome outcome = Simulation.run(everything(), named(law), 5, 0, 40);
    assertThat(outcome.leftover().cpuNanos() / 1e9).isBetween(20.0, 2 * 40.0);
  }

  @ParameterizedTest
  @MethodSource("laws")
  void sameSeedGivesSameRun(String law) {
    Outcome first = Simulation.run(everything(), named(law), 5, 0, 20);
    Outcome second = Simulation.run(everything(), named(law), 5, 0, 20);
    assertThat(second.score().toString()).isEqualTo(first.score().toString());
    assertThat(second.leftover()).isEqualTo(first.leftover());
    assertThat(Simulation.run(everything(), named(law), 6, 0, 20).leftover())
        .isNotEqualTo(first.leftover());
  }

  /** Each turn that has begun ends once, or is under way. */
  @Test
  void eachTurnBegunEndsOnce() {
    List<SamplingLaw> laws = new ArrayList<>();
    Simulation.run(everything(), SamplingLaw.into(laws), 5, 0, 40);
    SamplingLaw law = laws.get(0);
    assertThat(law.begun - law.ended).isEqualTo(law.setting.view().running());
  }

  /** Below capacity, the attributed CPU is that of the process, less what the meters cannot see. */
  @Test
  void metersMatchCpuUsed() {
    List<SamplingLaw> laws = new ArrayList<>();
    Shop shop =
        Shop.ofThink(0.7)
            .machine(m -> m.processors(2).front(9e-6, 26e-6))
            .crowd(c -> c.offered(t -> 0.7).claims(t -> 0.3, 1));
    Outcome outcome = Simulation.run(shop, SamplingLaw.into(laws), 5, 0, 100);
    SamplingLaw law = laws.get(0);
    double spent = law.sum(s -> s.cpu().processNanos());
    double handshakes =
        law.sum(s -> s.handshakes().fullCpuNanos())
            + law.sum(s -> s.handshakes().resumedCpuNanos());
    double requests = law.sum(s -> s.cpu().requestNanos()) / Meters.REQUEST_ATTRIBUTED;
    double front = law.sum(s -> s.cpu().frontNanos());
    assertThat((handshakes + requests + front) / spent).isCloseTo(1, within(0.001));
    assertThat(spent / outcome.leftover().cpuNanos()).isCloseTo(1, within(0.001));
    assertThat(law.sum(s -> s.connections().newAdmitted()))
        .isCloseTo(outcome.score().totals().admitted(), within(20.0));
    // By age of visit: pages, and the handshakes of later connections, but no first handshake.
    double resumedLater =
        law.sum(s -> s.handshakes().resumedCpuNanos())
            - law.sum(s -> s.connections().returningVisits()) * 0.5e6;
    assertThat(law.binsCpu() / (law.sum(s -> s.cpu().requestNanos()) + resumedLater))
        .isCloseTo(1, within(0.001));
  }

  /** The remaining work told to the oracle is what the visits then request. */
  @Test
  void truthMatchesRemainingWork() {
    List<SamplingLaw> laws = new ArrayList<>();
    Shop shop =
        Shop.ofThink(0.7)
            .machine(m -> m.processors(4))
            .crowd(c -> c.offered(t -> t < 60 ? 0.8 : 0));
    Outcome atHalf = Simulation.run(shop, SamplingLaw.into(laws), 5, 0, 60);
    double remaining = laws.get(0).setting.truth().remainingNanos();
    double promised = laws.get(0).setting.truth().promisedProcessors();
    Outcome atEnd = Simulation.run(shop, SamplingLaw.into(laws), 5, 0, 300);
    double spent = atEnd.leftover().cpuNanos() - atHalf.leftover().cpuNanos();
    assertThat(remaining / spent).isCloseTo(1, within(0.05));
    // 0.8 of four processors, less the handshakes and first pages of new visits.
    assertThat(promised).isCloseTo(3.2 * (1 - 5.5 / 17.125), within(0.3));
    assertThat(atEnd.leftover().underWay()).isZero();
    assertThat(atEnd.leftover().backlogNanos()).isCloseTo(0, within(1e-3));
  }

  /** After a restart no session is known, and customers with a visit under way begin again. */
  @Test
  void restartForgetsAllSessions() {
    List<SamplingLaw> laws = new ArrayList<>();
    Shop shop =
        Shop.ofThink(0.7)
            .machine(m -> m.processors(4))
            .crowd(c -> c.offered(t -> 0.5).claims(t -> 0.5, 1).restart(30).retries(5, 1));
    Outcome outcome = Simulation.run(shop, SamplingLaw.into(laws), 5, 30, 60);
    assertThat(laws).hasSize(2);
    List<Hello> after = laws.get(1).hellos;
    assertThat(after.stream().filter(h -> h.standing() == Hello.Standing.RETURNING)).isEmpty();
    assertThat(after.stream().filter(h -> h.claims() && h.standing() == Hello.Standing.UNKNOWN))
        .hasSizeGreaterThan(1000);
    assertThat(outcome.score().counts().retried()).isGreaterThan(500);
    assertThat(outcome.score().completedPerSecond() / (0.5 * shop.capacity())).isGreaterThan(0.75);
  }

  /** Refusing a connection of a visit under way breaks a promise. */
  @Test
  void refusalDuringVisitCountsAsBroken() {
    LawFactory strict =
        LawFactory.of(
            "strict",
            s ->
                new io.headwaiter.sim.law.Law() {
                  @Override
                  public String name() {
                    return "strict";
                  }

                  @Override
                  public Entrance connection(Hello hello, long now) {
                    return hello.claims() ? Entrance.REFUSE : Entrance.ADMIT;
                  }
                });
    Shop shop = Shop.ofThink(0.1).crowd(c -> c.offered(t -> 0.5));
    Counts counts = Simulation.run(shop, strict, 5, 0, 100).score().totals();
    assertThat(counts.broken()).isEqualTo(counts.refused()).isEqualTo(counts.gaveUp());
    // A tenth of the 7.5 later pages come on a connection of their own.
    assertThat((double) counts.broken() / counts.admitted()).isBetween(0.38, 0.48);
  }

  /** The same customers arrive under every law. */
  @Test
  void sameCustomersArriveUnderEveryLaw() {
    LawFactory none = LawFactory.of(NoControl.NAME, s -> new NoControl());
    LawFactory ours = LawFactory.of(Headwaiter.NAME, Headwaiter::new);
    Shop shop = Shop.ofThink(0.7).crowd(c -> c.offered(t -> 3));
    assertThat(Simulation.run(shop, none, 5, 0, 30).score().totals().arrived())
        .isEqualTo(Simulation.run(shop, ours, 5, 0, 30).score().totals().arrived());
  }
}

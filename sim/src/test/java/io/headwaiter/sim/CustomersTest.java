package io.headwaiter.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.sim.law.LawFactory;
import io.headwaiter.sim.law.NoControl;
import org.junit.jupiter.api.Test;

/** Kinds of customers, and costs that depend on the history of the server. */
class CustomersTest {
  private static final LawFactory NONE = LawFactory.of(NoControl.NAME, s -> new NoControl());

  private static Score run(Shop shop) {
    return Simulation.run(shop, NONE, 1, 50, 250).score();
  }

  private static Outcome outcome(Shop shop, double to) {
    return Simulation.run(shop, NONE, 1, 0, to);
  }

  /** The worked numbers: draws from 0.273 to 136 means, with the mean unchanged. */
  @Test
  void heavyTailsKeepTheirMean() {
    VisitKind kind = VisitKind.plain(0).pages(8.5, 2e-3).spread(VisitKind.Spread.HEAVY_TAILED);
    Dice dice = new Dice(1, 1);
    int count = 400_000;
    double pages = 0;
    double cpu = 0;
    double least = 1;
    double most = 0;
    for (int i = 0; i < count; i++) {
      pages += kind.rollPages(dice);
      double one = kind.rollRequest(dice, 1);
      cpu += one;
      least = Math.min(least, one);
      most = Math.max(most, one);
    }
    assertThat(pages / count).isCloseTo(8.5, within(0.1));
    assertThat(cpu / count).isCloseTo(2e-3, within(2e-5));
    assertThat(least / 2e-3).isCloseTo(0.273, within(0.001));
    assertThat(most / 2e-3).isBetween(100.0, 137.0);
  }

  /** The first kind has the part that is set; the others divide the rest by their shares. */
  @Test
  void otherKindsDivideRestByShares() {
    VisitKind one = VisitKind.plain(0.7);
    Crowd crowd =
        Crowd.of(one.share(5), one.share(3), one.share(1)).firstKind(t -> t < 10 ? 0.2 : 0.6);
    assertThat(crowd.chance(0, 0)).isEqualTo(0.2);
    assertThat(crowd.chance(1, 0)).isCloseTo(0.6, within(1e-9));
    assertThat(crowd.chance(2, 10)).isCloseTo(0.1, within(1e-9));
    assertThat(Crowd.of(one.share(3), one.share(1)).chance(0, 0)).isEqualTo(0.75);
  }

  /**
   * At half load, visits of every kind cost what {@link Shop} predicts, including the handshakes of
   * parallel connections.
   */
  @Test
  void everyKindCostsWhatShopPredicts() {
    for (VisitKind kind :
        new VisitKind[] {
          VisitKind.plain(0.3).connections(0, 1),
          VisitKind.plain(0.7).connections(1, 1),
          VisitKind.plain(0.7).pages(5, 4e-3).connections(0, 6),
          VisitKind.plain(0).pages(1, 1.5e-3).connections(0, 1),
          VisitKind.plain(0.7).spread(VisitKind.Spread.DEAR_LAST_PAGE)
        }) {
      Shop shop = Shop.ofThink(0.7).crowd(c -> c.kinds(kind).offered(t -> 0.5));
      Outcome outcome = outcome(shop, 400);
      long completed = outcome.score().totals().completed();
      double spent = outcome.leftover().cpuNanos() / 1e9;
      assertThat(spent / completed / shop.visitCpu()).as("%s", kind).isCloseTo(1, within(0.05));
      assertThat(outcome.score().totals().broken()).as("%s", kind).isZero();
      assertThat(outcome.score().pagesPerSecond() / (completed / 400.0))
          .as("%s", kind)
          .isCloseTo(kind.pages(), within(0.05 * kind.pages()));
    }
  }

  /** Worked number: of 8.5 pages the last costs 4.86 means, each other one 0.486. */
  @Test
  void lastPageCostsTenTimesOthers() {
    VisitKind kind = VisitKind.plain(0).pages(8.5, 1).spread(VisitKind.Spread.DEAR_LAST_PAGE);
    Dice dice = new Dice(1, 1);
    int count = 100_000;
    double last = 0;
    double other = 0;
    for (int i = 0; i < count; i++) {
      last += kind.rollRequest(dice, 1);
      other += kind.rollRequest(dice, 2);
    }
    assertThat(last / count).isCloseTo(4.86, within(0.05));
    assertThat(other / count).isCloseTo(0.486, within(0.005));
  }

  /**
   * A page of six requests takes 20 ms on five processors: the first request, then the five others.
   */
  @Test
  void parallelConnectionsShareProcessors() {
    VisitKind kind =
        VisitKind.plain(1).pages(8, 60e-3).connections(0, 6).spread(VisitKind.Spread.EVEN_PAGES);
    Shop shop =
        Shop.ofThink(1).machine(m -> m.processors(5)).crowd(c -> c.kinds(kind).offered(t -> 0.001));
    assertThat(run(shop).pageSecondsP50()).isCloseTo(20e-3, within(1e-3));
  }

  /** Worked number of the machine: 1.25 below 0.72 busy, 1.125 at 0.86, 1 when saturated. */
  @Test
  void idleProcessorsRaiseCosts() {
    Machine machine = Machine.plain().dearerWhenIdle(1.25, 0.72);
    assertThat(machine.idleFactor(0.3)).isEqualTo(1.25);
    assertThat(machine.idleFactor(0.86)).isCloseTo(1.125, within(1e-9));
    assertThat(machine.idleFactor(1)).isEqualTo(1);
    Shop calm = Shop.ofThink(0.7).crowd(c -> c.offered(t -> 0.3));
    double plain = outcome(calm, 300).leftover().cpuNanos();
    double dearer =
        outcome(calm.machine(m -> m.dearerWhenIdle(1.25, 0.72)), 300).leftover().cpuNanos();
    assertThat(dearer / plain).isCloseTo(1.25, within(0.02));
    assertThatThrownBy(() -> Machine.plain().dearerWhenIdle(0.5, 0.7))
        .hasMessageContaining("got 0.5 and 0.7");
  }

  /** Each page is compiled once, and again after a restart. */
  @Test
  void compilesPagesOncePerStart() {
    Shop shop = Shop.ofThink(0.7).crowd(c -> c.offered(t -> 0.3));
    double plain = outcome(shop, 100).leftover().cpuNanos();
    Shop compiling = shop.machine(m -> m.compiles(10, 0.25));
    double once = outcome(compiling, 100).leftover().cpuNanos();
    assertThat((once - plain) / 1e9).isCloseTo(2.5, within(0.25));
    double twice = outcome(compiling.crowd(c -> c.restart(50)), 100).leftover().cpuNanos();
    double restarted = outcome(shop.crowd(c -> c.restart(50)), 100).leftover().cpuNanos();
    assertThat((twice - restarted) / 1e9).isCloseTo(5, within(0.5));
  }
}

package io.headwaiter.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.sim.VisitKind.Spread;
import io.headwaiter.sim.law.LawFactory;
import io.headwaiter.sim.law.NoControl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Workers that keep their connections serve what arithmetic says. */
class KeptConnectionsTest {
  private static final LawFactory NONE = LawFactory.of(NoControl.NAME, s -> new NoControl());
  private static final int UNBOUNDED = Integer.MAX_VALUE;
  private static final double FULL_HANDSHAKE = 4e-3;
  private static final double RESUMED_HANDSHAKE = 0.5e-3;
  private static final double PATIENT = 1e6;

  /** Regular visits: think times of 0.9 to 1.1 s, one connection, no costs of the front. */
  private static Shop shop(double pages, int workers, double timeoutSeconds, int waiting) {
    VisitKind kind = VisitKind.plain(1).pages(pages, 1e-3).connections(0, 1).spread(Spread.REGULAR);
    return new Shop(
        Machine.plain()
            .handshakes(FULL_HANDSHAKE, RESUMED_HANDSHAKE)
            .front(0, 0)
            .keepsConnections(workers, timeoutSeconds, waiting),
        Crowd.of(kind).patience(PATIENT, PATIENT));
  }

  /** About so many customers, which come in the first second and stay; their pages cost nothing. */
  private static Shop staying(int customers, int workers, double timeoutSeconds, int waiting) {
    Shop shop = shop(1e9, workers, timeoutSeconds, waiting);
    double factor = customers / shop.capacity();
    return shop.crowd(c -> c.offered(t -> t < 1 ? factor : 0));
  }

  /**
   * With a timeout longer than the think time a worker is busy for a whole visit. Five pages with
   * four think times of 1 s, a handshake of 4 ms and 5 ms for pages take 4.009 s: ten workers serve
   * 2.494 visits a second, and their processor is idle.
   */
  @Test
  void workerServesWholeVisitsWithinTimeout() {
    Shop shop = shop(5, 10, /* timeoutSeconds= */ 1000, UNBOUNDED).crowd(c -> c.offered(t -> 0.1));
    assertThat(shop.offeredPerSecond(0)).isGreaterThan(10);
    Outcome outcome = Simulation.run(shop, NONE, 1, 20, 220);
    assertThat(outcome.score().completedPerSecond()).isCloseTo(10 / 4.009, within(0.08));
    assertThat(outcome.leftover().cpuNanos() / 220e9).isLessThan(0.05);
  }

  /**
   * When all workers are busy, a worker waits for a twentieth of 2 s. The next request comes later,
   * on another connection: each page takes a worker for 0.5 ms and 100 ms. Ten workers serve 99.5
   * pages a second. By Little's law n customers wait {@code n / 99.5 - 1} seconds for each.
   */
  @Test
  void workersGoRoundWhenTheyAreShort() {
    Score score =
        Simulation.run(staying(200, 10, /* timeoutSeconds= */ 2, UNBOUNDED), NONE, 1, 20, 120)
            .score();
    double perSecond = 10 / (0.1 + RESUMED_HANDSHAKE);
    assertThat(score.totals().arrived()).isBetween(150L, 250L);
    assertThat(score.pagesPerSecond()).isCloseTo(perSecond, within(2.0));
    assertThat(score.pageSecondsMean())
        .isCloseTo(score.totals().arrived() / perSecond - 1, within(0.05));
  }

  /** Each customer has one full handshake, and no other. */
  @Test
  void connectionLastsWithinTimeout() {
    Outcome outcome =
        Simulation.run(staying(6, 30, /* timeoutSeconds= */ 10, UNBOUNDED), NONE, 1, 0, 100);
    long customers = outcome.score().totals().arrived();
    assertThat(customers).isBetween(1L, 27L);
    assertThat(outcome.leftover().cpuNanos() / 1e9)
        .isCloseTo(customers * FULL_HANDSHAKE, within(1e-4));
  }

  /** Each page after the first resumes on a connection of its own. */
  @Test
  void connectionEndsAfterTimeout() {
    Outcome outcome =
        Simulation.run(staying(6, 100, /* timeoutSeconds= */ 0.5, UNBOUNDED), NONE, 1, 0, 100);
    long customers = outcome.score().totals().arrived();
    double later = outcome.score().pagesPerSecond() * 100 - customers;
    assertThat(later).isBetween(90.0 * customers, 110.0 * customers);
    assertThat(outcome.leftover().cpuNanos() / 1e9)
        .isCloseTo(
            customers * FULL_HANDSHAKE + later * RESUMED_HANDSHAKE,
            within(customers * RESUMED_HANDSHAKE + 1e-4));
  }

  /** One customer has the only worker for ever, two wait for it, and all others see no server. */
  @Test
  void connectionsBeyondBacklogWaitInVain() {
    Shop shop =
        staying(20, 1, /* timeoutSeconds= */ 1000, /* waiting= */ 2)
            .crowd(c -> c.patience(5, PATIENT));
    Counts totals = Simulation.run(shop, NONE, 1, 0, 30).score().totals();
    assertThat(totals.arrived()).isGreaterThan(5);
    assertThat(totals.admitted()).isEqualTo(3);
    assertThat(totals.broken()).isEqualTo(2);
    assertThat(totals.gaveUp()).isEqualTo(totals.arrived() - 1);
  }

  /**
   * Each page needs a connection, whose handshake costs 0.1 s: one processor serves 10 pages a
   * second, three serve 30, and a quarter of one serves 2.5.
   */
  @Test
  void workersShareProcessors() {
    Shop one =
        staying(60, 12, /* timeoutSeconds= */ 0.5, UNBOUNDED).machine(m -> m.handshakes(0.1, 0.1));
    assertThat(pagesPerSecond(one)).isCloseTo(10, within(0.3));
    assertThat(pagesPerSecond(one.machine(m -> m.processors(3)))).isCloseTo(30, within(0.9));
    assertThat(pagesPerSecond(one.machine(m -> m.quota(t -> 0.25)))).isCloseTo(2.5, within(0.2));
  }

  private static double pagesPerSecond(Shop shop) {
    return Simulation.run(shop, NONE, 1, 40, 140).score().pagesPerSecond();
  }

  /** The steps of the server that is measured. */
  @ParameterizedTest
  @CsvSource({
    "0, 10",
    "33, 10",
    "34, 5",
    "66, 5",
    "67, 3.3333",
    "90, 3.3333",
    "91, 0.5",
    "100, 0.5"
  })
  void timeoutShrinksAsWorkersRunOut(int busy, double seconds) {
    assertThat(KeptConnections.timeout(10, busy, 100)).isCloseTo(seconds, within(1e-3));
  }

  @Test
  void waitEndsWithNextTurn() {
    KeptConnections kept = new KeptConnections();
    assertThat(kept.begin(7)).isTrue();
    assertThat(kept.leave(7)).isFalse();
    kept.end(7);
    KeptConnections.Wait wait = kept.waitOn(7);
    assertThat(kept.lasts(wait)).isTrue();
    assertThat(kept.begin(7)).isFalse();
    kept.end(7);
    assertThat(kept.lasts(wait)).isFalse();
    assertThat(kept.leave(7)).isTrue();
    assertThat(kept.contains(7)).isFalse();
  }

  @Test
  void rejectsVisitsWithSeveralConnections() {
    VisitKind browser = VisitKind.plain(1).connections(0, 6);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> shop(5, 10, 1, UNBOUNDED).crowd(c -> c.kinds(browser)))
        .withMessageContaining("one connection each");
  }
}

package io.headwaiter.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.core.capacity.Resource;
import io.headwaiter.sim.VisitKind.Spread;
import io.headwaiter.sim.law.LawFactory;
import io.headwaiter.sim.law.NoControl;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where an exact answer exists, the simulator must find it, within random error. */
@Tag("once")
class QueueingTheoryTest {
  private static final LawFactory NONE = LawFactory.of(NoControl.NAME, s -> new NoControl());
  private static final double SERVICE = 0.01;

  /** One page per visit, no other costs, unlimited patience. */
  private static Shop singlePages(double processors, int workersPerProcessor, double load) {
    VisitKind kind = new VisitKind(1, 1, 0, SERVICE, 0, 0, 1, Spread.MEMORYLESS);
    return new Shop(
        Machine.plain()
            .processors(processors)
            .workersPerProcessor(workersPerProcessor)
            .handshakes(0, 0)
            .front(0, 0),
        Crowd.of(kind).patience(1e6, 1e6).offered(t -> load));
  }

  /** M/M/1 with processor sharing: S / (1 - rho). Found: within 3 %. */
  @ParameterizedTest
  @CsvSource({"0.3", "0.5", "0.7", "0.85"})
  void sharedProcessorMatchesProcessorSharingFormula(double load) {
    Score score = Simulation.run(singlePages(1, 1000, load), NONE, 7, 100, 3000).score();
    assertThat(score.pageSecondsMean() / (SERVICE / (1 - load))).isCloseTo(1, within(0.06));
  }

  /** M/M/c: the mean response is S (1 + C / (c (1 - rho))), C by Erlang. */
  @ParameterizedTest
  @CsvSource({"2, 0.7", "4, 0.8", "16, 0.9"})
  void severalProcessorsFollowErlang(int processors, double load) {
    Score score = Simulation.run(singlePages(processors, 1000, load), NONE, 7, 50, 1000).score();
    double expected = SERVICE * (1 + erlangC(processors, load) / (processors * (1 - load)));
    assertThat(score.pageSecondsMean() / expected).isCloseTo(1, within(0.06));
  }

  private static double erlangC(int servers, double load) {
    double a = servers * load;
    double blocked = 1;
    for (int n = 1; n <= servers; n++) {
      blocked = a * blocked / (n + a * blocked);
    }
    return blocked / (1 - load * (1 - blocked));
  }

  /** Utilisation is rate times demand. */
  @Test
  void utilisationIsRateTimesDemand() {
    Shop shop = Shop.ofThink(0.7).machine(m -> m.processors(4)).crowd(c -> c.offered(t -> 0.6));
    Outcome outcome = Simulation.run(shop, NONE, 3, 20, 620);
    double utilisation = outcome.leftover().cpuNanos() / (620e9 * 4);
    double rate = outcome.score().totals().completed() / 620.0;
    assertThat(utilisation).isCloseTo(rate * shop.visitCpu() / 4, within(0.02));
  }

  /** Little's law: visits under way are their rate times their duration. */
  @Test
  void visitsUnderWayFollowLittlesLaw() {
    List<SamplingLaw> laws = new ArrayList<>();
    Shop shop = Shop.ofThink(0.7).machine(m -> m.processors(4)).crowd(c -> c.offered(t -> 0.8));
    Simulation.run(shop, SamplingLaw.into(laws), 3, 0, 600);
    SamplingLaw law = laws.get(0);
    double mean = law.underWay / law.snapshots.size();
    double rate = law.visits / 600.0;
    assertThat(mean / (rate * law.visitSeconds / law.visits)).isCloseTo(1, within(0.02));
  }

  /**
   * Customers that never leave: the machine repairman, by mean value analysis. One worker serves
   * them in the order of arrival, a thousand share the processor; the throughput is the same.
   *
   * <pre>
   *   R(n) = S (1 + Q(n-1));  X(n) = n / (Z + R(n));  Q(n) = X(n) R(n)
   * </pre>
   */
  @ParameterizedTest
  @CsvSource({"0.1, 1000", "0.4, 1000", "1.5, 1000", "0.4, 1", "1.2, 1"})
  void finiteSourceFollowsMeanValueAnalysis(double crowd, int workers) {
    double think = 1;
    VisitKind kind = new VisitKind(1, 1e9, think, SERVICE, 0, 0, 1, Spread.MEMORYLESS);
    // All of them arrive in the first second, none later.
    double perSecond = crowd * 100;
    Shop shape =
        new Shop(
            Machine.plain().workersPerProcessor(workers).handshakes(0, 0).front(0, 0),
            Crowd.of(kind).patience(1e6, 1e6));
    double factor = perSecond / shape.capacity();
    Shop shop = shape.crowd(c -> c.offered(t -> t < 1 ? factor : 0));
    Score score = Simulation.run(shop, NONE, 11, 50, 650).score();
    double queue = 0;
    double throughput = 0;
    for (int n = 1; n <= score.totals().arrived(); n++) {
      double response = SERVICE * (1 + queue);
      throughput = n / (think + response);
      queue = throughput * response;
    }
    assertThat(score.pagesPerSecond() / throughput).isCloseTo(1, within(0.02));
  }

  /** Three connections, each held for 20 ms, serve 150 pages a second, and are all busy. */
  @Test
  void databaseConnectionsBoundPageRate() {
    List<SamplingLaw> laws = new ArrayList<>();
    VisitKind kind = VisitKind.plain(0.7).database(0.02).pages(5, 1e-4).spread(Spread.EVEN_PAGES);
    Shop shop =
        new Shop(
            Machine.plain().workersPerProcessor(1000).databaseConnections(3),
            Crowd.of(kind).patience(1e6, 1e6).offered(t -> 2));
    Score score = Simulation.run(shop, SamplingLaw.into(laws), 3, 20, 120).score();
    assertThat(score.pagesPerSecond()).isCloseTo(150, within(4.0));
    var use =
        laws.get(0).snapshots.get(1000).resources().stream()
            .filter(r -> r.resource() == Resource.DATABASE_CONNECTIONS)
            .findFirst()
            .orElseThrow();
    assertThat(use.capacity()).isEqualTo(3);
    assertThat(use.busyMean()).isCloseTo(3, within(1e-6));
    assertThat(use.waiting()).isPositive();
  }
}

package io.headwaiter.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.sim.law.Headwaiter;
import io.headwaiter.sim.law.LawFactory;
import io.headwaiter.sim.law.NoControl;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Every scenario on two processors: Headwaiter's law holds, and without a law the failure shows.
 */
@Tag("once")
class ScenarioTest {
  private static final double PROCESSORS = 2;
  private static final LawFactory OURS = LawFactory.of(Headwaiter.NAME, Headwaiter::new);
  private static final LawFactory NONE = LawFactory.of(NoControl.NAME, s -> new NoControl());

  private static Scenario named(String name) {
    return Stream.concat(Scenarios.all().stream(), Scenarios.scale().stream())
        .filter(s -> s.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static BoardRow row(String scenario, LawFactory law) {
    return new Board(List.of(law), null, PROCESSORS, 1, 1).run(named(scenario), r -> {}).get(0);
  }

  /**
   * Completed visits as a part of the fluid model's. Columns: scenario, Headwaiter at least, no law
   * at most, p99 of pages with Headwaiter at most (seconds); behind each line the measured scores,
   * healthy and broken. The waits of resumed-alone occur because the law refuses no visit under
   * way.
   */
  @ParameterizedTest
  @CsvSource({
    "steady-1x, 0.95, 1.01, 0.15", // 0.97, 0.98: no failure here, and p99 0.09 s against 0.63
    "steady-5x, 0.95, 0.02, 0.15", // 1.00, 0.00
    "steady-20x, 0.95, 0.02, 0.15", // 1.01, 0.00
    "flash-crowd, 0.95, 0.15, 0.15", // 0.99, 0.06
    "slow-ramp, 0.95, 0.5, 0.15", // 1.00, 0.39
    "resumption-storm, 0.82, 0.1, 0.2", // 0.86, 0.02
    "retry-storm, 0.95, 0.2, 0.2", // 1.00, 0.12
    "cost-shift, 0.95, 0.2, 0.4", // 1.00, 0.13
    "cost-doubled, 0.93, 0.25, 0.6", // 0.99, 0.17
    "database-slow, 0.95, 0.4, 0.8", // 1.00, 0.31
    "quota-halved, 0.93, 0.1, 0.6", // 0.99, 0.05
    "quota-restored, 0.95, 0.02, 0.15", // 0.98, 0.00
    "processors-taken, 0.95, 0.1, 0.3", // 1.03, 0.06
    "mixed-visitors, 0.93, 0.1, 0.5", // 0.98, 0.00
    "forged-claims, 0.95, 0.02, 0.15", // 1.00, 0.00
    "hello-flood, 0.9, 0.02, 0.15", // 1.00, 0.00
    "idle-then-burst, 0.95, 0.1, 0.15", // 0.98, 0.04
    "bursty-arrivals, 0.95, 1.01, 0.2", // 1.04, 0.98 at a p99 of 9.6 s
    "resumed-alone, 0.93, 0.85, 3.5", // 0.98, 0.77
    "long-visits, 0.95, 0.02, 0.15", // 0.99, 0.00
    "alike-visits, 0.85, 0.1, 0.2", // 0.90, 0.00
    "cold-deploy, 0.9, 0.1, 0.4", // 0.96, 0.02
    "long-kept-1.1x, 0.95, 1.01, 0.15", // 0.99, 0.96 at a p99 of 2.9 s
    "long-kept, 0.95, 0.25, 0.15", // 1.00, 0.16
    "diurnal-heavy-tail, 0.95, 1.6, 0.2", // 1.06, 1.44: short visits, when many customers give up
    "two-shops, 0.93, 0.4, 0.3", // 0.99, 0.29
    "page-connections, 0.95, 0.02, 0.2", // 1.01, 0.00
    "six-connections, 0.93, 0.02, 0.3", // 0.99, 0.00
    "one-request, 0.95, 0.02, 0.2" // 1.00, 0.00
  })
  void headwaiterHoldsWhereNoControlFails(
      String scenario, double oursAtLeast, double noneAtMost, double p99AtMost) {
    BoardRow ours = row(scenario, OURS);
    BoardRow none = row(scenario, NONE);
    assertThat(ours.ofFluid()).as(ours.toString()).isBetween(oursAtLeast, 1.15);
    assertThat(ours.pageP99()).as(ours.toString()).isLessThan(p99AtMost);
    assertThat(ours.promisesKept()).as(ours.toString()).isGreaterThanOrEqualTo(kept(scenario));
    assertThat(none.ofFluid()).as(none.toString()).isLessThan(noneAtMost);
    assertThat(none.pageP99() == 0 || none.pageP99() > 2 * ours.pageP99())
        .as(none.toString())
        .isTrue();
  }

  /**
   * Returns the least part of promises kept: 1, with three exceptions. In resumed-alone, visits
   * from elsewhere alone are too many. In diurnal-heavy-tail, visits with pages that cost more than
   * three whole visits break if they reconnect during a restriction: 3 of 1,000. In cost-doubled,
   * the costliest visit of 1,500 took more than visits of its age had before.
   */
  private static double kept(String scenario) {
    return switch (scenario) {
      case "resumed-alone" -> 0.99;
      case "diurnal-heavy-tail" -> 0.997;
      case "cost-doubled" -> 0.999;
      default -> 1;
    };
  }

  /** 16 processors for ten seconds behave like one or two. Healthy: 1.00. */
  @Test
  void headwaiterCarriesCapacityOfSixteenProcessors() {
    Scenario scale = named("scale-16");
    Shop shop = scale.shop().apply(1);
    assertThat(shop.machine().processors()).isEqualTo(16);
    Score score = Simulation.run(shop, OURS, 1, 20, 30).score();
    double fluid = FluidModel.completedPerSecond(shop, 1, 20, 30);
    assertThat(score.completedPerSecond() / fluid).isBetween(0.95, 1.05);
    assertThat(score.pageSecondsP99()).isLessThan(0.15);
  }

  @Test
  void scenarioNamesAreUniqueAndFailuresDescribed() {
    Set<String> names = new HashSet<>();
    Stream.concat(Scenarios.all().stream(), Scenarios.scale().stream())
        .forEach(
            s -> {
              assertThat(names.add(s.name())).as(s.name()).isTrue();
              assertThat(s.failure()).isNotBlank();
              assertThat(s.fromSecond()).isLessThan(s.toSecond());
              assertThat(s.settledSecond()).isBetween(s.fromSecond(), s.toSecond());
            });
  }

  /** The board finds the oracle by its name and gives it the same customers. */
  @Test
  void boardComparesWithOracle() {
    LawFactory oracle = LawFactory.of(Board.ORACLE, Headwaiter::new);
    Board board = new Board(List.of(OURS, oracle), oracle, 1, 3, 2);
    List<BoardRow> rows = board.run(named("flash-crowd"), r -> {});
    assertThat(rows).extracting(BoardRow::ofOracle).containsExactly(1.0, 1.0);
    assertThat(rows.get(0).seeds()).extracting(BoardSeed::seed).containsExactly(3L, 4L);
    assertThat(rows.get(0).settleSeconds()).isNotNaN();
  }
}

package io.headwaiter.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.sim.law.LawFactory;
import io.headwaiter.sim.law.Laws;
import io.headwaiter.sim.law.Tuned;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * In the simulator, the rivals behave as is known of them. Figures are fractions of what the fluid
 * model completes, on one processor with seed 1.
 */
@Tag("slow")
class RivalsTest {
  private static final double PROCESSORS = 1;
  private static final long SEED = 1;

  private static LawFactory law(String name) {
    return Laws.all().stream().filter(law -> law.name().equals(name)).findFirst().orElseThrow();
  }

  private static Scenario scenario(String name) {
    return Scenarios.all().stream().filter(s -> s.name().equals(name)).findFirst().orElseThrow();
  }

  private static Score run(Scenario s, LawFactory law) {
    Shop shop = s.shop().apply(PROCESSORS);
    return Board.outcome(s, shop, law, SEED).score();
  }

  private static double ofFluid(Scenario s, LawFactory law) {
    double fluid =
        FluidModel.completedPerSecond(
            s.shop().apply(PROCESSORS), SEED, s.fromSecond(), s.toSecond());
    return run(s, law).completedPerSecond() / fluid;
  }

  @ParameterizedTest
  @CsvSource({
    // laws that act after the handshake spend the CPU on handshakes
    "steady-5x, none, 0, 0.1",
    "steady-5x, netflix-gradient2, 0, 0.1",
    "steady-5x, netflix-vegas, 0, 0.1",
    "steady-5x, dagor, 0, 0.1",
    "steady-5x, static-connections, 0, 0.1",
    // laws that drop turns break visits
    "steady-5x, codel-lifo, 0.2, 0.6",
    "steady-5x, seda, 0, 0.3",
    // laws that act at the door and recognise visits under way work
    "steady-5x, static-visits, 0.95, 1.05",
    "steady-5x, static-rate, 0.93, 1.05",
    "steady-5x, eac, 0.9, 1.05",
    "steady-5x, breakwater, 0.9, 1.05",
    "steady-5x, seda-door, 0.88, 1.05",
    "steady-5x, oracle, 0.95, 1.05",
    // a profile from before the change of certificate no longer holds
    "cost-shift, eac, 0, 0.6",
    "cost-shift, static-rate, 0, 0.8",
    "cost-shift, oracle, 0.93, 1.1",
    // a restarted server serves again
    "resumption-storm, oracle, 0.7, 1.05"
  })
  void lawsCompleteKnownFractionOfFluidModel(
      String scenario, String law, double least, double most) {
    assertThat(ofFluid(scenario(scenario), law(law))).isBetween(least, most);
  }

  /**
   * Exceeding the fluid model shows that it is a reference and no bound. The first law breaks long
   * visits where visits differ in length; the second lets a burst wait.
   */
  @ParameterizedTest
  @CsvSource({"two-shops, codel-lifo, 1.1", "bursty-arrivals, oracle, 1.05"})
  void lawsExceedFluidModel(String scenario, String law, double more) {
    assertThat(ofFluid(scenario(scenario), law(law))).isGreaterThan(more);
  }

  @Test
  void codelLifoExceedsOracleWhereVisitsDiffer() {
    Scenario shops = scenario("two-shops");
    double oracle = run(shops, OracleTable.at(shops, law("oracle"))).completedPerSecond();
    assertThat(run(shops, law("codel-lifo")).completedPerSecond() / oracle).isGreaterThan(1.1);
  }

  /** So no document may call a reference a bound. */
  @ParameterizedTest
  @ValueSource(strings = {"docs/rivals.md", "results/sim/README.md"})
  void documentsClaimNoUpperBound(String file) throws IOException {
    String text = Files.readString(Path.of("..").resolve(file)).replaceAll("\\s+", " ");
    assertThat(text).contains("the oracle are references", "bounds");
    assertThat(text)
        .doesNotContainIgnoringCase("nobody can pass")
        .doesNotContainIgnoringCase("upper bound")
        .doesNotContainIgnoringCase("the liquid bound")
        .doesNotContainIgnoringCase("fluid bound");
  }

  @Test
  void tuningRaisesCompletedVisitsOfStaticRate() {
    Scenario shift = scenario("cost-shift");
    LawFactory rate = law("static-rate");
    Tuned tuned =
        Tuned.of(
            rate,
            law -> {
              Score score = run(shift, law);
              return Tuned.worth(score.completedPerSecond(), score.pageSecondsP99());
            },
            40);
    assertThat(tuned.settled()).isTrue();
    assertThat(run(shift, tuned.law()).pageSecondsP99()).isLessThan(1.01);
    assertThat(ofFluid(shift, rate)).as("measured before").isLessThan(0.8);
    assertThat(ofFluid(shift, tuned.law())).as("chosen in hindsight").isGreaterThan(0.8);
  }

  @Test
  void boardTunesStaticRateAndReportsParameters() {
    Scenario shift = scenario("cost-shift");
    BoardRow before = row(shift, 0);
    BoardRow tuned = row(shift, 30);
    assertThat(before.seeds().get(0).numbers()).isEmpty();
    assertThat(tuned.seeds().get(0).numbers()).containsOnlyKeys("timesCapacity");
    assertThat(tuned.ofFluid()).isGreaterThan(before.ofFluid() + 0.1);
  }

  private static BoardRow row(Scenario scenario, int trialsMax) {
    Board board =
        new Board(List.of(law("static-rate")), null, PROCESSORS, SEED, /* seeds= */ 1, trialsMax);
    return board.run(scenario, row -> {}).get(0);
  }
}

package io.headwaiter.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.sim.law.Breakwater;
import io.headwaiter.sim.law.LawFactory;
import io.headwaiter.sim.law.Laws;
import io.headwaiter.sim.law.NoControl;
import io.headwaiter.sim.law.TunableFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The standards of comparison: the oracle at its best, and rivals that have settled. */
@Tag("once")
class VerdictTest {
  private static final LawFactory NONE = LawFactory.of(NoControl.NAME, s -> new NoControl());

  @TempDir private Path folder;

  private static TunableFactory oracle() {
    return (TunableFactory)
        Laws.all().stream().filter(l -> l.name().equals(Board.ORACLE)).findFirst().orElseThrow();
  }

  static List<Scenario> scenarios() {
    return Scenarios.all();
  }

  private static Scenario named(String name) {
    return Scenarios.all().stream().filter(s -> s.name().equals(name)).findFirst().orElseThrow();
  }

  /** If this fails, run `./headwaiter sim --search-oracle` with the file of the sources. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("scenarios")
  void storedOracleWorthMatchesSimulator(Scenario scenario) {
    OracleTable.Row row = OracleTable.kept().get(scenario.name());
    assertThat(row).as("a row of %s", scenario.name()).isNotNull();
    LawFactory best = OracleTable.at(scenario, oracle());
    Shop shop = scenario.shop().apply(OracleTable.PROCESSORS);
    double worth = Board.outcome(scenario, shop, best, 1).worth();
    assertThat(worth / row.worth()).as("%s, is the search older?", row).isCloseTo(1, within(0.005));
  }

  @Test
  void oracleTableNamesOnlyKnownScenarios() {
    assertThat(Scenarios.all().stream().map(Scenario::name))
        .containsAll(OracleTable.kept().keySet());
  }

  /** A search finds better thresholds than the defaults for all scenarios; its row is stored. */
  @Test
  void searchImprovesOracleAndRowsReadBack() throws Exception {
    Scenario bursts = named("bursty-arrivals");
    Scenario small = Scenario.steady("small", "none", p -> bursts.shop().apply(0.5), 20, 40);
    Shop shop = small.shop().apply(OracleTable.PROCESSORS);
    OracleTable.Row row = OracleTable.search(small, oracle());
    assertThat(row.worth()).isGreaterThan(1.02 * Board.outcome(small, shop, oracle(), 1).worth());
    Path file = folder.resolve("oracle.txt");
    OracleTable.put(file, "other", new OracleTable.Row(Map.of("promises", 1.0 / 0), 3));
    OracleTable.put(file, "small", new OracleTable.Row(Map.of(), 1));
    OracleTable.put(file, "small", row);
    Map<String, OracleTable.Row> read = OracleTable.parse(Files.readAllLines(file));
    assertThat(read.keySet()).containsExactly("other", "small");
    assertThat(read.get("small").thresholds()).isEqualTo(row.thresholds());
    assertThat(read.get("small").worth()).isCloseTo(row.worth(), within(0.001));
    assertThat(read.get("other").thresholds()).containsEntry("promises", 1.0 / 0);
    assertThatThrownBy(() -> OracleTable.parse(List.of("small 3")))
        .hasMessageContaining("name=number, got: small 3");
  }

  /** 100 visits a second with a p99 of 2 s are worth 50, less than 60 with one of 0.1 s. */
  @Test
  void rivalWithSlowPagesIsNotBest() {
    List<BoardRow> rows = new ArrayList<>();
    rows.add(row("headwaiter", 57, 0.95, 0.1));
    rows.add(row("slow", 100, 1.7, 2));
    rows.add(row("quick", 60, 1, 0.1));
    rows.add(row(Board.ORACLE, 60, 1, 0.1));
    Verdict verdict = Verdict.of(rows, "headwaiter").orElseThrow();
    assertThat(verdict.rival()).isEqualTo("quick");
    assertThat(verdict.ofRival()).isCloseTo(0.95, within(1e-9));
    assertThat(verdict.holds()).isFalse();
    rows.set(2, row("quick", 58, 1, 0.1));
    assertThat(Verdict.of(rows, "headwaiter").orElseThrow().holds()).isTrue();
    rows.set(0, row("headwaiter", 57, 0.94, 0.1));
    assertThat(Verdict.of(rows, "headwaiter").orElseThrow().holds()).isFalse();
    assertThat(Verdict.of(rows, "another")).isEqualTo(Optional.empty());
    assertThat(Verdict.of(rows.subList(0, 1), "headwaiter").orElseThrow().ofRival()).isNaN();
  }

  private static BoardRow row(String law, double completed, double ofOracle, double p99) {
    return new BoardRow(
        "s",
        law,
        completed,
        1,
        ofOracle,
        Double.NaN,
        Double.NaN,
        0,
        p99,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        1,
        0,
        List.of(),
        List.of());
  }

  /** The warm-up has no influence on later arrivals. */
  @Test
  void warmUpDoesNotChangeLaterCustomers() {
    Shop shop = Shop.ofThink(0.7).crowd(c -> c.offered(t -> t < 5 ? 0.2 : 0.5));
    Outcome cold = Simulation.run(shop, NONE, 1, 0, 20, 20, 120);
    Outcome warm = Simulation.run(shop, NONE, 1, 50, 20, 20, 120);
    assertThat(warm.score().counts().arrived()).isEqualTo(cold.score().counts().arrived());
    assertThat(warm.score().totals().arrived())
        .isGreaterThan(cold.score().totals().arrived() + 500);
    double ratio = warm.score().completedPerSecond() / cold.score().completedPerSecond();
    assertThat(ratio).isCloseTo(1, within(0.01));
  }

  /**
   * Breakwater gains one credit per interval: after 200 s it carries the capacity, without them it
   * does not.
   */
  @Test
  void breakwaterCarriesCapacityAfterSettling() {
    Scenario steady = named("steady-5x");
    Shop shop = steady.shop().apply(OracleTable.PROCESSORS);
    LawFactory slow = LawFactory.of(Breakwater.NAME, s -> new Breakwater(s.view()));
    LawFactory settled =
        Laws.all().stream().filter(l -> l.name().equals(Breakwater.NAME)).findFirst().orElseThrow();
    double fluid = FluidModel.completedPerSecond(shop, 1, steady.fromSecond(), steady.toSecond());
    double before = Board.outcome(steady, shop, slow, 1).score().completedPerSecond() / fluid;
    double after = Board.outcome(steady, shop, settled, 1).score().completedPerSecond() / fluid;
    assertThat(before).isLessThan(0.9);
    assertThat(after).isGreaterThan(0.95);
  }
}

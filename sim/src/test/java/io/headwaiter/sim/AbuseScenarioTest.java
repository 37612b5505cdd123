package io.headwaiter.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.sim.law.Headwaiter;
import io.headwaiter.sim.law.LawFactory;
import io.headwaiter.sim.law.Laws;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each attack on one processor: its effect on a law that is vulnerable to it, and on Headwaiter's
 * law.
 */
@Tag("once")
class AbuseScenarioTest {
  private static LawFactory law(String name) {
    return Laws.all().stream().filter(l -> l.name().equals(name)).findFirst().orElseThrow();
  }

  private static Scenario scenario(String name) {
    return Scenarios.all().stream().filter(s -> s.name().equals(name)).findFirst().orElseThrow();
  }

  private static BoardRow row(String scenario, String law) {
    LawFactory oracle = law(Board.ORACLE);
    Board board = new Board(List.of(law(law)), oracle, /* processors= */ 1, 1, 1);
    return board.run(scenario(scenario), r -> {}).get(0);
  }

  /** Columns: scenario, vulnerable law, and the largest part of the visits that this law keeps. */
  @ParameterizedTest
  @CsvSource({
    "harvest, none, 0.6", //
    "hog, breakwater, 0.3", //
    "stall, static-visits, 0.5", //
    "idle, none, 0.5", //
    "replay, eac, 0.5" //
  })
  void attackReducesVisitsOfVulnerableLaw(String scenario, String law, double keptAtMost) {
    assertThat(row(scenario, law).kept()).isLessThan(keptAtMost);
    BoardRow oracle = row(scenario, Board.ORACLE);
    assertThat(oracle.kept()).as(oracle.toString()).isBetween(0.97, 1.01);
    assertThat(oracle.promisesBroken()).isZero();
    assertThat(oracle.attackProcessors()).isZero();
    assertThat(oracle.seeds().get(0).kept()).isEqualTo(oracle.kept());
  }

  /** Headwaiter keeps its customers and breaks none of their visits. */
  @ParameterizedTest
  @ValueSource(strings = {"harvest", "hog", "stall", "idle", "replay"})
  void headwaiterKeepsCustomersUnderAttack(String scenario) {
    BoardRow ours = row(scenario, Headwaiter.NAME);
    assertThat(ours.kept()).as(ours.toString()).isBetween(0.95, 1.02);
    assertThat(ours.promisesBroken()).isZero();
    assertThat(ours.ofOracle()).isGreaterThan(Verdict.OF_ORACLE_MIN);
    assertThat(ours.pageP99()).isLessThan(0.25);
  }

  /** Neither long visits nor purchases that cost ten pages are stopped. */
  @Test
  void longAndCostlyVisitsComplete() {
    BoardRow ours = row("checkout-dear", Headwaiter.NAME);
    assertThat(ours.promisesBroken()).isZero();
    assertThat(ours.ofOracle()).isGreaterThan(Verdict.OF_ORACLE_MIN);
    for (KindRow kind : ours.kinds()) {
      assertThat(kind.completedOfBegun()).as(kind.kind()).isEqualTo(1);
    }
  }

  /** Without an attack there is no kept part; the row reports each kind of customer. */
  @Test
  void costlyCheckoutsAreReportedByKind() {
    BoardRow row = row("checkout-dear", Board.ORACLE);
    assertThat(row.kept()).isNaN();
    assertThat(row.attackProcessors()).isNaN();
    assertThat(row.kinds()).hasSize(3);
    assertThat(row.kinds().get(2).kind()).isEqualTo("8.0 pages of 3.2 ms, dear last page");
    for (KindRow kind : row.kinds()) {
      assertThat(kind.completedOfBegun()).as(kind.kind()).isEqualTo(1);
      assertThat(kind.completedOfArrived()).as(kind.kind()).isBetween(0.35, 0.65);
    }
    assertThat(row("steady-1x", Board.ORACLE).kinds()).isEmpty();
  }
}

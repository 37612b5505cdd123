package io.headwaiter.lab.experiment.caching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.outcome.ExperimentOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

class PhaseClaimsTest {
  private static final double MILLI = 1e-3;

  /** Requests of a type, in mean milliseconds; a twentieth of a hundredth of the hold is idle. */
  private static PhaseTotals type(double wait, double connectionWait, double hold) {
    int requests = 100;
    double seconds = requests * MILLI;
    return new PhaseTotals(
        requests,
        requests,
        wait * seconds,
        1 * seconds,
        connectionWait * seconds,
        hold * seconds,
        hold * seconds / 2000);
  }

  private static PhaseRun run(
      CachingPolicy policy, int connections, double load, PhaseTotals search, PhaseTotals confirm) {
    return new PhaseRun(
        policy,
        connections,
        load,
        new RunVerdict(10, 10, 0),
        new PhaseReading(Map.of("/Search", search, "/BuyConfirm", confirm)));
  }

  /** Two loads with N = 2, of which the second is too much; and one with N = 8, where all wait. */
  private static List<PhaseRun> round(double slower) {
    return List.of(
        run(CachingPolicy.TRANSACTION, 2, 0.5, type(0, 9 * slower, 10), type(0, 1, 4)),
        run(CachingPolicy.REQUEST, 2, 0.5, type(0, 4 * slower, 10), type(0, 2, 4)),
        run(CachingPolicy.TRANSACTION, 2, 1.2, type(6, 19 * slower, 10), type(6, 2, 4)),
        run(CachingPolicy.REQUEST, 2, 1.2, type(2, 4 * slower, 10), type(2, 3, 4)),
        run(CachingPolicy.TRANSACTION, 8, 1.2, type(50, 0, 80), type(50, 0, 8)),
        run(CachingPolicy.REQUEST, 8, 1.2, type(90, 0, 90), type(90, 0, 9)));
  }

  private static PhaseClaims claims() {
    List<List<PhaseRun>> rounds = new ArrayList<>();
    for (double slower : new double[] {1, 1.01, 0.99}) {
      rounds.add(round(slower));
    }
    return new PhaseClaims(rounds);
  }

  private static Check check(PhaseClaims claims, String id) {
    return claims.checks(", M = 8").stream()
        .filter(check -> check.id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void whatThePaperSaysHolds() {
    assertThat(claims().checks(", M = 8"))
        .extracting(Check::id)
        .containsExactly(
            "idle-of-held",
            "search-of-transaction",
            "waits-for-threads",
            "transaction-takes-longer",
            "buy-confirm-of-transaction");
    // 15 and 15 ms over 20 and 30 ms
    assertThat(check(claims(), "search-of-transaction").figure().value())
        .isCloseTo(0.6, within(0.01));
    assertThat(check(claims(), "search-of-transaction").holds()).isTrue();
    assertThat(check(claims(), "search-of-transaction").what())
        .endsWith("(N = 2, M = 8, mean of the loads)");
    // 0 and 6 ms over 0 and 2 ms
    assertThat(check(claims(), "waits-for-threads").figure().value()).isCloseTo(3, within(1e-9));
    // 7 and 8 ms over 6 and 7 ms
    assertThat(check(claims(), "buy-confirm-of-transaction").figure().value())
        .isCloseTo(15 / 13.0, within(1e-9));
    assertThat(check(claims(), "idle-of-held").figure().value()).isCloseTo(0.0005, within(1e-9));
    assertThat(claims().checks("")).allMatch(Check::holds);
  }

  /** Buy Confirm takes 6 and 13 ms with a connection for each transaction, 7 and 10 ms else. */
  @Test
  void theTypeThatGainsLeastIsNamed() {
    Check check = check(claims(), "transaction-takes-longer");
    assertThat(check.what()).contains(", BuyConfirm (N = 2");
    assertThat(check.figure().value()).isCloseTo(19 / 17.0, within(1e-9));
  }

  @Test
  void withoutRunsNothingIsKnown() {
    assertThat(new PhaseClaims(List.of()).checks(""))
        .hasSize(5)
        .noneMatch(check -> check.figure().known());
  }

  @Test
  void timesWithAConnectionGrowMoreThanThoseWithout() {
    PhaseReading one = new PhaseReading(Map.of("/Search", type(0, 0, 10), "/Cart", type(0, 0, 0)));
    PhaseReading full = new PhaseReading(Map.of("/Search", type(0, 0, 60)));
    PhaseGrowth growth = new PhaseGrowth(one, full);
    assertThat(growth.ofRest()).isCloseTo(1, within(1e-9));
    assertThat(growth.ofHold()).isCloseTo(6, within(1e-9));
    Check check = PhaseGrowth.check(List.of(growth, growth), ", M = 8");
    assertThat(check.id()).isEqualTo("held-time-grows");
    assertThat(check.figure().low()).isCloseTo(6, within(1e-9));
    assertThat(check.holds()).isTrue();
    assertThat(PhaseGrowth.table(List.of(growth))).contains("p", "2.4", "q", "16");
    assertThat(growth.raw()).containsOnlyKeys("restGrowth", "holdGrowth");
  }

  @Test
  void thePartHasAllClaimsAndFigures() {
    ExperimentOutcome outcome =
        CachingPhases.outcome(CachingShop.Kind.server(8), List.of(round(1), round(1)), List.of());
    assertThat(outcome.checks()).hasSize(5);
    assertThat(outcome.table()).contains("N = 2", "N = 8");
    assertThat(outcome.raw().get("runs")).asInstanceOf(InstanceOfAssertFactories.LIST).hasSize(12);
    assertThat(outcome.charts()).isNotEmpty();
  }
}

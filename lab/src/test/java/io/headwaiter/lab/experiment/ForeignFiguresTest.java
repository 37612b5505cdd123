package io.headwaiter.lab.experiment;

import static io.headwaiter.lab.model.ServerSpec.HEADWAITER;
import static io.headwaiter.lab.model.ServerSpec.STOCK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.model.Customers;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ForeignFiguresTest {
  private static final String LONG_TARGET = ForeignServers.withTarget(250);
  private static final ForeignPlan.Cell IMPATIENT = cell(ForeignPlan.USUAL_KIB, 1);
  private static final ForeignPlan.Cell PATIENT = cell(ForeignPlan.USUAL_KIB, 10);
  private static final ForeignPlan.Cell HEAVY = cell(11_000, 10);

  private final ForeignFigures figures = new ForeignFigures();

  private static ForeignPlan.Cell cell(int kib, int patienceSeconds) {
    return new ForeignPlan.Cell(
        ForeignCrowd.KEPT, kib, Duration.ofSeconds(patienceSeconds), 2, true);
  }

  private static ForeignRun run(
      ForeignPlan.Cell cell,
      String server,
      String load,
      double offered,
      double completed,
      double p99) {
    return new ForeignRun(
        cell, load, Trialled.of(server, load, offered, completed, p99), Map.of("WorkWaiting", 3L));
  }

  /** Stock completes 80 at best; Headwaiter these at 1.1x and 20x. */
  private void cell(ForeignPlan.Cell cell, double low, double high, double p99) {
    figures.found(cell, 85, 90);
    figures.probed(run(cell, STOCK, "searching", 90, 80, 3000));
    figures.add(run(cell, STOCK, "1x", 85, 76, 2500));
    figures.add(run(cell, HEADWAITER, "1.1x", 94, low, p99));
    figures.add(run(cell, HEADWAITER, "20x", 1700, high, p99 / 2));
    figures.add(run(cell, LONG_TARGET, "20x", 1700, high + 2, 2 * p99));
  }

  private Map<String, Check> checks() {
    return figures.outcome(List.of()).checks().stream()
        .collect(Collectors.toMap(Check::id, Function.identity()));
  }

  @Test
  void visitsAreCountedByTheirPages() {
    // 10 s, 50 visits a second of 8.5 pages each, where the crowd has 8 in the mean.
    assertThat(run(PATIENT, HEADWAITER, "5x", 400, 50, 60).visitsPerSecond())
        .isCloseTo(53.125, within(1e-9));
    // 9.5 CPU seconds for 531.25 visits.
    assertThat(ForeignFigures.oracle(run(PATIENT, HEADWAITER, "full load", 50, 50, 60)))
        .isCloseTo(55.92, within(0.01));
  }

  @Test
  void theWorstLoadOfACrowdDecides() {
    cell(IMPATIENT, 78, 76, 100);
    cell(PATIENT, 74, 72, 140);
    Check completed = checks().get("foreign-completed-kept");
    assertThat(completed.figure().value()).isCloseTo(72.0 / 80, within(1e-9));
    assertThat(completed.unit()).contains("kept, 3000 KiB, 10 s at 20x");
    assertThat(completed.holds()).isTrue();
    Check longTarget = checks().get("foreign-completed-long-target-kept");
    assertThat(longTarget.figure().value()).isCloseTo(74.0 / 80, within(1e-9));
    assertThat(longTarget.holds()).isFalse();
    Check p99 = checks().get("foreign-p99-kept");
    assertThat(p99.figure().value()).isEqualTo(140);
    assertThat(p99.unit()).contains("10 s at 1.1x");
    assertThat(p99.holds()).isTrue();
  }

  @Test
  void theStockServersBestMayBeUnderAnyLoad() {
    cell(PATIENT, 78, 76, 100);
    figures.addAbsolute(run(PATIENT, STOCK, "95/s", 95, 95, 1400));
    assertThat(checks().get("foreign-completed-kept").figure().value())
        .isCloseTo(76.0 / 95, within(1e-9));
  }

  @Test
  void onlyPagesOfTwoMillisecondsHaveABoundOfP99() {
    cell(IMPATIENT, 78, 76, 100);
    cell(HEAVY, 78, 76, 900);
    assertThat(checks().get("foreign-p99-kept").figure().value()).isEqualTo(100);
  }

  @Test
  void roundsAreAveragedBeforeTheWorstIsTaken() {
    cell(PATIENT, 78, 70, 100);
    figures.add(run(PATIENT, HEADWAITER, "20x", 1700, 78, 50));
    assertThat(checks().get("foreign-completed-kept").figure().value())
        .isCloseTo(74.0 / 80, within(1e-9));
  }

  @Test
  void theWholeIntervalOfTheOwnBestCounts() {
    cell(IMPATIENT, 76, 76, 100);
    cell(PATIENT, 75, 73.5, 100);
    cell(HEAVY, 74, 73.5, 100);
    Check own = checks().get("foreign-own-best-kept");
    // Ratios 1, 0.98 and 0.993: mean 0.991, standard deviation 0.0102, t(2) = 4.303.
    assertThat(own.figure().value()).isCloseTo(0.9657, within(5e-4));
    assertThat(own.holds()).isFalse();
  }

  @Test
  void idleProcessorsCountOnlyWhileAnybodyIsRefused() {
    cell(PATIENT, 78, 76, 100);
    assertThat(checks().get("foreign-busy-kept").figure().value()).isCloseTo(0.95, within(1e-9));
    ForeignFigures calm = new ForeignFigures();
    calm.found(PATIENT, 85, 90);
    calm.add(run(PATIENT, STOCK, "1x", 80, 80, 100));
    calm.add(run(PATIENT, HEADWAITER, "1.1x", 50, 50, 100));
    Check busy =
        calm.outcome(List.of()).checks().stream()
            .filter(check -> check.id().equals("foreign-busy-kept"))
            .findFirst()
            .orElseThrow();
    assertThat(busy.figure().known()).isFalse();
    assertThat(busy.holds()).isFalse();
  }

  @Test
  void tableChartAndRawHaveItAll() {
    cell(PATIENT, 78, 76, 100);
    figures.addAbsolute(run(PATIENT, ForeignServers.OPEN, "95/s", 95, 78, 1400));
    for (int millis : new int[] {10, 250}) {
      String server = ForeignServers.withTarget(millis);
      figures.addToCurve(millis, run(PATIENT, server, "5x", 400, 60 + millis / 50.0, millis));
    }
    ExperimentOutcome outcome = figures.outcome(List.of("before"));
    assertThat(outcome.table())
        .contains("gate open", "95/s", "headwaiter, 10 ms", "WorkWaiting=3", "stock's best/s");
    assertThat(outcome.charts()).hasSize(2);
    assertThat(outcome.charts().get(0).series().get(0).points()).hasSize(2);
    assertThat(outcome.charts().get(0).series().get(0).points().get(1).y().value())
        .isCloseTo(65.0 / 80, within(1e-9));
    assertThat(outcome.notes()).contains("before");
    assertThat((List<?>) outcome.raw().get("runs")).hasSize(7);
  }

  @Test
  void reasonsOfRefusalsAreThoseOfTheWindow() throws IOException {
    JsonNode history =
        new ObjectMapper()
            .readTree(
                """
                {"columns":["time","newRefused","refusedVisitBudget","refusedWorkWaiting"],
                 "rows":[[1000,9,9,9],[1050,3,2,1],[1100,2,2,0],[1150,7,7,7]]}
                """);
    assertThat(ForeignRun.refused(history, 1000, 1100))
        .containsOnly(Map.entry("VisitBudget", 4L), Map.entry("WorkWaiting", 1L));
  }

  @Test
  void theTableIsOfTheMostPatientWhoKeepTheirConnection() {
    ForeignPlan full = GovernorParts.foreign(/* quick= */ false, Customers.of(1));
    assertThat(full.kept().name()).isEqualTo("kept, 3000 KiB, 10 s");
    assertThat(full.cells()).hasSize(24).doesNotHaveDuplicates();
    ForeignPlan quick = GovernorParts.foreign(/* quick= */ true, Customers.of(1));
    assertThat(quick.kept().name()).isEqualTo("kept, 3000 KiB, 1 s");
  }
}

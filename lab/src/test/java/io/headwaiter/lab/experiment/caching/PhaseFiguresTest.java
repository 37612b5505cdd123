package io.headwaiter.lab.experiment.caching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.lab.report.Chart;
import io.headwaiter.load.workload.EightInteraction;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PhaseFiguresTest {
  private static final String BEFORE =
      """
      # HELP headwaiter_sessions_total Sessions that began.
      # TYPE headwaiter_sessions_total counter
      headwaiter_sessions_total 12
      # TYPE headwaiter_requests_total counter
      headwaiter_requests_total{type="/Search"} 10
      headwaiter_requests_total{type="/Home"} 4
      headwaiter_connection_requests_total{type="/Search"} 1010
      headwaiter_request_worker_wait_seconds_total{type="/Search"} 0.1
      headwaiter_request_processing_seconds_total{type="/Search"} 0.2
      headwaiter_request_connection_wait_seconds_total{type="/Search"} 0.3
      headwaiter_request_connection_hold_seconds_total{type="/Search"} 0.4
      """;
  private static final String AFTER =
      """
      headwaiter_sessions_total 15
      headwaiter_requests_total{type="/Search"} 30
      headwaiter_requests_total{type="/Home"} 4
      headwaiter_requests_total{type="/\\\\odd"} 4
      headwaiter_connection_requests_total{type="/Search"} 3030
      headwaiter_request_worker_wait_seconds_total{type="/Search"} 0.14
      headwaiter_request_processing_seconds_total{type="/Search"} 0.3
      headwaiter_request_connection_wait_seconds_total{type="/Search"} 0.32
      headwaiter_request_connection_hold_seconds_total{type="/Search"} 1
      headwaiter_request_connection_idle_seconds_total{type="/Search"} 0.02
      """;

  @Test
  void theDifferenceOfTwoReadingsIsWhatCameBetween() {
    PhaseReading between = PhaseReading.of(AFTER).since(PhaseReading.of(BEFORE));
    assertThat(between.types()).containsOnlyKeys("/Search");
    PhaseTotals search = between.of(CachingType.SEARCH);
    assertThat(search.requests()).isEqualTo(20);
    assertThat(search.connectionRequestsMean()).isEqualTo(101);
    assertThat(search.workerWaitMillis()).isCloseTo(2, within(1e-9));
    assertThat(search.restMillis()).isCloseTo(5, within(1e-9));
    assertThat(search.connectionWaitMillis()).isCloseTo(1, within(1e-9));
    assertThat(search.holdMillis()).isCloseTo(30, within(1e-9));
    assertThat(search.idleMillis()).isCloseTo(1, within(1e-9));
    assertThat(search.totalMillis()).isCloseTo(38, within(1e-9));
  }

  @Test
  void aTypeThatDidNotComeHasNoTimes() {
    PhaseTotals none = PhaseReading.of(BEFORE).of(CachingType.BUY_CONFIRM);
    assertThat(none.requests()).isZero();
    assertThat(none.totalMillis()).isNaN();
  }

  @Test
  void whoDoesNotProfileIsTold() {
    assertThatThrownBy(() -> PhaseReading.of("headwaiter_sessions_total 3\n"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no requests by type at /metrics");
  }

  private static PhaseRun run(
      CachingPolicy policy, int connections, double load, double wait, double hold) {
    PhaseTotals search = new PhaseTotals(10, 1010, 0.01, 0.02, wait / 100, hold / 100, hold / 400);
    return new PhaseRun(
        policy,
        connections,
        load,
        new RunVerdict(10, 10, 0),
        new PhaseReading(Map.of("/Search", search)));
  }

  @Test
  void thereIsAChartForEachFigureAndPolicyWithTheFewestConnections() {
    List<Chart> charts =
        new PhaseFigures(
                List.of(
                    run(CachingPolicy.REQUEST, 2, 1.2, 1, 8),
                    run(CachingPolicy.REQUEST, 2, 0.5, 1, 4),
                    run(CachingPolicy.TRANSACTION, 2, 0.5, 2, 4),
                    run(CachingPolicy.ADAPTIVE, 2, 0.5, 2, 4),
                    run(CachingPolicy.REQUEST, 8, 0.5, 3, 9)))
            .charts();
    assertThat(charts)
        .extracting(Chart::title)
        .startsWith("Figure 3: Search, request, N = 2", "Figure 3: Search, transaction, N = 2")
        .hasSize(6);
    Chart search = charts.get(0);
    assertThat(search.series()).hasSize(5);
    assertThat(search.series().get(3).points())
        .extracting(Chart.Point::x)
        .containsExactly(50d, 120d);
    // 4 and 8 hundredths of a second for ten requests, a quarter of them idle
    assertThat(search.series().get(3).points())
        .extracting(point -> point.y().value())
        .containsExactly(3d, 6d);
    assertThat(search.series().get(4).points().get(1).y().value()).isEqualTo(2);
  }

  @Test
  void theTableHasALineForEachTypeLoadAndPolicy() {
    String table =
        new PhaseFigures(
                List.of(
                    run(CachingPolicy.REQUEST, 2, 1.2, 1, 7),
                    run(CachingPolicy.TRANSACTION, 2, 1.2, 9, 6),
                    run(CachingPolicy.TRANSACTION, 2, 0.5, 3, 5),
                    run(CachingPolicy.REQUEST, 2, 0.5, 2, 4)))
            .table();
    assertThat(table).contains("N = 2");
    assertThat(table.lines().filter(line -> line.startsWith("Search") && line.contains("%")))
        .hasSize(4)
        .first()
        .asString()
        .containsSubsequence("50 %", "transaction", "101", "1", "3", "5", "2", "11");
    assertThat(table).containsSubsequence("Totok and Karamcheti", "Search", "101", "46", "50");
  }

  @Test
  void runsOfSeveralRoundsAreOneLine() {
    PhaseRun first = run(CachingPolicy.REQUEST, 2, 0.5, 1, 4);
    PhaseRun second = run(CachingPolicy.REQUEST, 2, 0.5, 3, 6);
    assertThat(new PhaseFigures(List.of(first, second)).runs())
        .singleElement()
        .satisfies(
            run -> {
              assertThat(run.seen()).isEqualTo(new RunVerdict(20, 20, 0));
              assertThat(run.phases().of(CachingType.SEARCH).holdMillis())
                  .isCloseTo(5, within(1e-9));
            });
  }

  @Test
  void besideThePaperStandsTheLoadNextToTheCapacity() {
    String beside =
        new PhaseFigures(
                List.of(
                    run(CachingPolicy.REQUEST, 2, 0.5, 1, 3),
                    run(CachingPolicy.REQUEST, 8, 0.5, 1, 4),
                    run(CachingPolicy.REQUEST, 8, 1.0, 1, 5),
                    run(CachingPolicy.REQUEST, 8, 1.2, 1, 6)))
            .beside();
    assertThat(beside).contains("N = 8, at 50 and 100 % of capacity");
    assertThat(beside.lines().filter(line -> line.startsWith("Search")).findFirst().orElseThrow())
        .containsSubsequence("4", "50", "101", "5", "646");
  }

  @Test
  void withoutTheRequestPolicyThereIsNothingBesideThePaper() {
    assertThat(new PhaseFigures(List.of(run(CachingPolicy.TRANSACTION, 2, 1, 1, 1))).beside())
        .isEmpty();
    assertThat(new PhaseFigures(List.of()).table()).isEmpty();
  }

  @Test
  void theTypesAreThoseThatUseTheDatabase() {
    assertThat(CachingType.values())
        .extracting(CachingType::path)
        .containsExactly("/Search", "/Item", "/AddToCart", "/BuyRequest", "/BuyConfirm")
        .allMatch(
            path ->
                List.of(EightInteraction.values()).stream()
                    .anyMatch(interaction -> interaction.path().equals(path)));
  }

  @Test
  void theRawFiguresAreMillisecondsByType() {
    Map<String, Object> raw = run(CachingPolicy.ADAPTIVE, 4, 0.8, 5, 6).raw();
    assertThat(raw).containsEntry("policy", "adaptive").containsEntry("connections", 4);
    assertThat(raw.get("types").toString()).contains("/Search", "holdMillis=6.0");
  }
}

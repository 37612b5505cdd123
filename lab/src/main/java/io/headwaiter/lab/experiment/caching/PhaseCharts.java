package io.headwaiter.lab.experiment.caching;

import io.headwaiter.lab.model.Estimate;
import io.headwaiter.lab.report.Chart;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * Where the time of requests goes, by load: figures 3 to 5 of the paper, which has M = N = 30. Ours
 * are of the least N, where connections are tight.
 */
final class PhaseCharts {
  private static final Map<Integer, CachingType> FIGURES =
      new TreeMap<>(
          Map.of(3, CachingType.SEARCH, 4, CachingType.BUY_REQUEST, 5, CachingType.BUY_CONFIRM));

  // The paper's columns, the left one first.
  private static final List<CachingPolicy> COLUMNS =
      List.of(CachingPolicy.REQUEST, CachingPolicy.TRANSACTION);

  /** One phase, in mean milliseconds. */
  private record Phase(String name, ToDoubleFunction<PhaseTotals> millis) {}

  private static final List<Phase> PHASES =
      List.of(
          new Phase("waiting for a thread", PhaseTotals::workerWaitMillis),
          new Phase("with a thread, without a connection", PhaseTotals::restMillis),
          new Phase("waiting for a connection", PhaseTotals::connectionWaitMillis),
          new Phase("connection in use", phases -> phases.holdMillis() - phases.idleMillis()),
          new Phase("connection idle", PhaseTotals::idleMillis));

  private PhaseCharts() {}

  static List<Chart> of(List<PhaseRun> runs) {
    int least = runs.stream().mapToInt(PhaseRun::connections).min().orElse(0);
    List<Chart> charts = new ArrayList<>();
    FIGURES.forEach(
        (figure, type) -> {
          for (CachingPolicy policy : COLUMNS) {
            List<PhaseRun> shown =
                runs.stream()
                    .filter(run -> run.connections() == least && run.policy() == policy)
                    .sorted(Comparator.comparing(PhaseRun::load))
                    .toList();
            if (!shown.isEmpty()) {
              charts.add(chart(figure, type, policy, least, shown));
            }
          }
        });
    return charts;
  }

  private static Chart chart(
      int figure, CachingType type, CachingPolicy policy, int connections, List<PhaseRun> shown) {
    List<Chart.Series> series = new ArrayList<>();
    for (Phase phase : PHASES) {
      List<Chart.Point> points =
          shown.stream()
              .map(
                  run ->
                      new Chart.Point(
                          100 * run.load(),
                          Estimate.of(phase.millis().applyAsDouble(run.phases().of(type)))))
              .toList();
      series.add(new Chart.Series(phase.name(), series.size(), /* dashed= */ false, points));
    }
    return new Chart(
            "Figure %d: %s, %s, N = %d"
                .formatted(figure, type.label(), policy.label(), connections),
            "Mean time of a request in each phase, by load. The paper has the same for M = N = 30.",
            "load, percent of capacity",
            "milliseconds",
            /* logY= */ false,
            series)
        .numbers();
  }
}

package io.headwaiter.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.core.pool.PoolSizes;
import io.headwaiter.core.pool.ProfilingSettings;
import io.headwaiter.core.profile.RequestProfile;
import io.headwaiter.core.profile.RequestTotals;
import io.headwaiter.lab.report.Check;
import io.headwaiter.lab.tuning.TuningReport;
import io.headwaiter.lab.tuning.TuningRun;
import io.headwaiter.lab.tuning.TuningState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A shop whose pages take 10 ms without and 10 ms with a connection, and are four in a visit. */
class PoolsFiguresTest {
  private static final double SECONDS = 100;
  private static final double NANOS = 10e6;

  /** What the formula says, times something. */
  private static TuningRun run(int m, int n, double times) {
    long requests = Math.round(times * SECONDS * 1e9 * Math.min(m / (2 * NANOS), n / NANOS));
    long nanos = Math.round(requests * NANOS);
    double squares = requests * NANOS * NANOS; // no variance
    RequestTotals totals =
        new RequestTotals(requests, 0, 0, nanos, squares, requests, requests, 0, nanos, squares, 0);
    return new TuningRun(
        m,
        n,
        4 * m,
        m,
        0,
        new RequestProfile((long) (SECONDS * 1e9), requests / 4, Map.of("/", totals)));
  }

  private static PoolsFigures figures() throws Exception {
    List<TuningRun> runs = new ArrayList<>();
    for (int m : new int[] {4, 10, 20}) {
      for (int n : new int[] {1, m / 2, m}) {
        runs.add(run(m, n, 1));
      }
    }
    ProfilingSettings settings = new ProfilingSettings(4, 20, 20, 12, 0.02, 0.05, 1.3, 1);
    return new PoolsFigures(new TuningReport(new TuningState("", settings, Map.of(), runs)));
  }

  private static Check check(PoolsFigures figures, String id) {
    return figures.outcome().checks().stream()
        .filter(c -> c.id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void whatWasPredictedAndCarriedHolds() throws Exception {
    PoolsFigures figures = figures();
    figures.checked("a load", Map.of(new PoolSizes(20, 20), run(20, 20, 1)));
    figures.chosen(run(20, 10, 1));
    figures.other(run(20, 20, 1));
    figures.other(run(8, 8, 1));
    assertThat(figures.outcome().checks()).hasSize(4).allMatch(Check::holds);
    assertThat(check(figures, "surface-spread").figure().value()).isCloseTo(0.6, within(0.01));
    assertThat(check(figures, "profiling-runs").figure().value()).isEqualTo(9);
    assertThat(figures.outcome().table()).contains("== profile", "== checked", "a load");
  }

  @Test
  void whatWasNotIsSaid() throws Exception {
    PoolsFigures figures = figures();
    figures.checked("a load", Map.of(new PoolSizes(20, 20), run(20, 20, 0.8)));
    figures.chosen(run(20, 10, 0.9));
    figures.other(run(20, 20, 1));
    Check error = check(figures, "predicted-carried");
    assertThat(error.figure().value()).isCloseTo(0.25, within(0.03));
    assertThat(error.holds()).isFalse();
    Check loss = check(figures, "chosen-loses");
    assertThat(loss.figure().value()).isCloseTo(0.1, within(0.001));
    assertThat(loss.holds()).isFalse();
    assertThat(check(figures, "surface-spread").holds()).isFalse();
  }
}

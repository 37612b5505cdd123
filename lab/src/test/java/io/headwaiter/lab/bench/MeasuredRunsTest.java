package io.headwaiter.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.core.pool.profile.ProcessorUse;
import io.headwaiter.core.profile.RequestProfile;
import io.headwaiter.core.profile.RequestTotals;
import io.headwaiter.tuning.TuningRun;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Runs of a second on a processor of which a part is stolen. */
class MeasuredRunsTest {
  private static final long SECOND = 1_000_000_000L;

  private static TuningRun run(double stolen) {
    RequestTotals all =
        new RequestTotals(100, 0, SECOND * 6 / 10, 0, 20 * SECOND, 0, 0, 0, 0, 0, 0, 0);
    return new TuningRun(
        20,
        2,
        100,
        20,
        0,
        new RequestProfile(SECOND, 10, Map.of("/", all)),
        new ProcessorUse(1 - stolen, 1, stolen, 0.0));
  }

  private final List<Integer> pauses = new ArrayList<>();

  private MeasuredRuns runs(int repeatsMax) {
    return new MeasuredRuns(
        repeatsMax, Duration.ofSeconds(30), time -> pauses.add((int) time.toSeconds()));
  }

  private static TuningRun make(MeasuredRuns runs, double... stolen) throws Exception {
    Deque<TuningRun> next = new ArrayDeque<>();
    for (double each : stolen) {
      next.add(run(each));
    }
    TuningRun kept = runs.make("load 1", next::remove, Function.identity());
    assertThat(next).isEmpty();
    return kept;
  }

  @Test
  void aRunOfAWholeProcessorIsMadeOnce() throws Exception {
    MeasuredRuns runs = runs(10);
    assertThat(make(runs, 0.04).processors().stolen()).isEqualTo(0.04);
    assertThat(runs.repeated()).startsWith("0 times a run was made again");
  }

  @Test
  void theOneOfWhichLeastWasStolenIsKept() throws Exception {
    MeasuredRuns runs = runs(10);
    assertThat(make(runs, 0.2, 0.01).processors().stolen()).isEqualTo(0.01);
    assertThat(make(runs, 0.2, 0.1, 0.3).processors().stolen()).isEqualTo(0.1);
    assertThat(runs.reckoned()).endsWith("in the mean of 2 runs, 11.1 % at most.");
    assertThat(runs.repeated()).startsWith("3 times").contains("and of 1 of 2 kept runs they");
  }

  @Test
  void repeatsComeToAnEnd() throws Exception {
    MeasuredRuns runs = runs(3);
    make(runs, 0.2, 0.2, 0.2);
    make(runs, 0.2, 0.2);
    make(runs, 0.2);
  }

  @Test
  void aHostThatIsBusyForMinutesIsWaitedFor() throws Exception {
    MeasuredRuns runs = runs(5);
    make(runs, 0.01);
    assertThat(pauses).isEmpty();
    make(runs, 0.2, 0.2, 0.2);
    make(runs, 0.2, 0.01);
    make(runs, 0.2, 0.2, 0.2);
    make(runs, 0.2);
    assertThat(pauses).containsExactly(30, 90, 30, 30, 90);
    assertThat(pauses.stream().mapToInt(Integer::intValue).sum())
        .isLessThanOrEqualTo(
            (int) MeasuredRuns.longestPauses(5, Duration.ofSeconds(30)).toSeconds());
    assertThat(MeasuredRuns.longestPauses(5, Duration.ofSeconds(30))).hasSeconds(270);
  }

  @Test
  void whatWasMeasuredIsKept() throws Exception {
    MeasuredRuns runs = runs(0);
    make(runs, 0.2);
    List<Map<String, Object>> raw = runs.raw();
    assertThat(raw).hasSize(1);
    assertThat(raw.get(0))
        .containsEntry("load", "load 1")
        .containsEntry("requestsPerSecond", 100.0)
        .containsEntry("processorsStolen", 0.2);
    assertThat(raw.get(0)).containsEntry("cpuMillisPerRequest", 6.0);
    assertThat((double) raw.get(0).get("gainUnstolen")).isCloseTo(1.25, within(1e-9));
  }
}

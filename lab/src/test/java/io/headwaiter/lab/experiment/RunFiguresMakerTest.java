package io.headwaiter.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.lab.model.Estimate;
import io.headwaiter.lab.report.RunFigures;
import io.headwaiter.lab.results.Interval;
import io.headwaiter.lab.results.LoadResult;
import io.headwaiter.lab.results.SecondBucket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RunFiguresMakerTest {
  private static LoadResult result(double completedPerSecond) {
    return Results.of(
        DemoPlan.quick(1)
            .load(URI.create("https://localhost"), 50, Duration.ZERO, Duration.ofSeconds(4), 1),
        completedPerSecond,
        100,
        2);
  }

  private static LoadResult withBatches(
      LoadResult r, Interval interval, List<SecondBucket> seconds) {
    return new LoadResult(
        r.manifest(),
        r.windowSeconds(),
        r.offeredPerSecond(),
        r.completedPerSecond(),
        r.repliesPerSecond(),
        interval,
        interval,
        r.sessions(),
        r.brokenAfterAdmission(),
        r.responseMillis(),
        r.responseMillisByInteraction(),
        r.handshakeMillis(),
        r.fullHandshakeMillis(),
        r.resumedHandshakeMillis(),
        r.completedSessionRequests(),
        r.handshakes(),
        r.replies(),
        r.timeouts(),
        r.retries(),
        r.staleReconnects(),
        r.errorsByKind(),
        seconds,
        r.generator());
  }

  @Test
  void theLoadGeneratorsIntervalIsTaken() {
    Estimate completed = RunFiguresMaker.of("stock", 1, result(50), 0.9).completedPerSecond();
    assertThat(completed).isEqualTo(new Estimate(50, 49, 51));
  }

  @Test
  void twoBatchesAreReplacedByTheSecondsOfTheWindow() {
    int[] perSecond = {48, 52, 50, 50};
    List<SecondBucket> seconds =
        IntStream.range(0, 4)
            .mapToObj(i -> new SecondBucket(i, 50, perSecond[i], 0, 0, 400))
            .toList();
    LoadResult result = withBatches(result(50), new Interval(50, 12.7, 2, 2), seconds);
    Estimate completed = RunFiguresMaker.of("stock", 1, result, 0.9).completedPerSecond();
    // s = sqrt(8/3), t(3) = 3.182
    assertThat(completed.high() - 50).isCloseTo(3.182 * Math.sqrt(8 / 3.0) / 2, within(1e-6));
  }

  @Test
  void nothingSeenIsBoundedByTheRuleOfThree() {
    RunFigures figures = RunFiguresMaker.of("stock", 20, result(0), 1.0);
    assertThat(figures.completedPerSecond()).isEqualTo(new Estimate(0, 0, 0.75));
    assertThat(figures.responseMillisP99().known()).isFalse();
    assertThat(figures.extra().get("serverCpuMillisPerCompletedSession"))
        .isEqualTo(Estimate.UNKNOWN);
  }

  @Test
  void brokenPromisesAreSplitByHabit() {
    RunFigures figures = RunFiguresMaker.of("headwaiter", 5, result(50), 0.9);
    assertThat(figures.brokenAfterAdmission()).isEqualTo(2);
    assertThat(figures.extra())
        .containsEntry("brokenRefusedResuming", 2L)
        .containsEntry("brokenRefusedNotResuming", 0L);
    assertThat(((Estimate) figures.extra().get("serverCpuMillisPerCompletedSession")).value())
        .isCloseTo(18, within(1e-9));
  }
}

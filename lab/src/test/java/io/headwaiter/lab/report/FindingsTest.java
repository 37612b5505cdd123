package io.headwaiter.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.lab.model.Estimate;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class FindingsTest {
  private static RunFigures run(String server, double factor, double completed) {
    Estimate estimate = new Estimate(completed, completed * 0.98, completed * 1.02);
    return Samples.run(server, factor, estimate, Estimate.of(100));
  }

  @Test
  void reportsCollapsedAndHeldServers() {
    assertThat(Findings.of(Samples.runs()))
        .contains(
            "stock completed most sessions at 1x (57.1 per second); at 20x it completed 0 per second, "
                + "0.0 % of that: it collapsed.",
            "headwaiter completed most sessions at 1x (57.4 per second); at 20x it completed 54.9 per second, "
                + "95.6 % of that: it held.",
            "At 1x headwaiter and stock do not differ beyond the noise (57.4 against 57.1 sessions per second).",
            "At 20x headwaiter completed more than stock (54.9 against 0 sessions per second).");
  }

  @Test
  void reportsWhenHeadwaiterIsWorse() {
    List<RunFigures> runs =
        List.of(
            run("stock", 1, 60),
            run("stock", 5, 58),
            run("headwaiter", 1, 50),
            run("headwaiter", 5, 20));
    assertThat(Findings.of(runs))
        .containsExactly(
            "stock completed most sessions at 1x (60 per second); at 5x it completed 58 per second, 96.7 % of that: it held.",
            "headwaiter completed most sessions at 1x (50 per second); at 5x it completed 20 per second, 40.0 % of that: it collapsed.",
            "At 1x headwaiter completed fewer than stock (50 against 60 sessions per second).",
            "At 5x headwaiter completed fewer than stock (20 against 58 sessions per second).");
  }

  @Test
  void omitsServersThatDidNotRun() {
    assertThat(Findings.of(List.of())).isEmpty();
    assertThat(Findings.of(List.of(run("stock", 1, 60)))).hasSize(1);
  }

  private static RunFigures rounds(String server, double factor, double... completed) {
    RunFigures all = run(server, factor, Arrays.stream(completed).average().orElseThrow());
    return new RunFigures(
        server,
        factor,
        all.offeredPerSecond(),
        Estimate.ofBatches(completed),
        all.repliesPerSecond(),
        all.responseMillisP50(),
        all.responseMillisP99(),
        0,
        0,
        0,
        all.extra(),
        Arrays.stream(completed).mapToObj(each -> run(server, factor, each)).toList());
  }

  @Test
  void summaryComparesServersAtHighestLoad() {
    assertThat(Findings.inShort(Samples.runs()))
        .contains(
            "At 20 times the load that fits, Headwaiter completed 0.96 of its best; the stock server"
                + " completed 0.00 of its own.");
    assertThat(
            Findings.inShort(
                List.of(
                    run("stock", 1, 60),
                    run("stock", 5, 30),
                    run("headwaiter", 1, 50),
                    run("headwaiter", 5, 55))))
        .contains(
            "At 5 times the load that fits, Headwaiter completed 1.00 of its best; the stock server"
                + " completed 0.50 of its own.");
  }

  @Test
  void summaryNamesServerThatCompletedNothing() {
    Estimate none = new Estimate(0, 0, 0.2);
    List<RunFigures> runs =
        List.of(
            run("stock", 1, 60),
            run("stock", 5, 30),
            Samples.run("headwaiter", 1, none, Estimate.UNKNOWN),
            Samples.run("headwaiter", 5, none, Estimate.UNKNOWN));
    assertThat(Findings.inShort(runs).orElseThrow())
        .contains("Headwaiter completed nothing at any load; the stock server completed 0.50");
    assertThat(Findings.inShort(List.of(run("stock", 1, 60)))).isEmpty();
    assertThat(Findings.inShort(List.of())).isEmpty();
  }

  @Test
  void comparesRoundsInPairs() {
    // The machine slows down by a third; in each round headwaiter is ahead by about one.
    assertThat(
            Findings.of(
                List.of(
                    rounds("stock", 1, 60, 50, 40, 45),
                    rounds("headwaiter", 1, 61, 51.2, 41, 45.9))))
        .contains(
            "At 1x headwaiter completed more than stock (49.8 against 48.8 sessions per second).");
    assertThat(
            Findings.of(
                List.of(
                    rounds("stock", 1, 60, 50, 40, 45), rounds("headwaiter", 1, 66, 45, 46, 42))))
        .contains(
            "At 1x headwaiter and stock do not differ beyond the noise (49.8 against 48.8 sessions"
                + " per second).");
  }
}

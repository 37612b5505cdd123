package io.headwaiter.lab.experiment.pools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.core.pool.profile.ProcessorUse;
import io.headwaiter.core.profile.RequestProfile;
import io.headwaiter.core.profile.RequestTotals;
import io.headwaiter.lab.model.Check;
import io.headwaiter.tuning.TuningRun;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MixShiftTest {
  private static RequestTotals totals(long count, double p, double q) {
    long without = (long) (count * p * 1e6);
    long with = (long) (count * q * 1e6);
    return new RequestTotals(count, 0, 0, 0, without, 0, count, count, 0, with, 0, 0);
  }

  /** Times in milliseconds: those of Home, and p and q of Search. */
  private static TuningRun run(int threads, long searches, double home, double p, double q) {
    return run(
        threads,
        Map.of("/Home", totals(100, home, 0), "/Search", totals(searches, p, q)),
        /* processors= */ null);
  }

  private static TuningRun run(
      int threads, Map<String, RequestTotals> types, ProcessorUse processors) {
    RequestProfile seen = new RequestProfile((long) 10e9, 25, types);
    return new TuningRun(threads, threads, 4 * threads, threads, 0, seen, processors);
  }

  @Test
  void timesThatStayHold() {
    MixShift shift = new MixShift();
    shift.add("profiling", List.of(run(8, 100, 10, 4, 20), run(4, 100, 5, 2, 10)));
    shift.add("load 1", List.of(run(8, 300, 10.1, 4.04, 20.2), run(4, 300, 5.05, 2.02, 10.1)));
    Check check = shift.check("id", ", here");
    assertThat(check.holds()).isTrue();
    assertThat(check.figure().value()).isCloseTo(0.01, within(1e-6));
    assertThat(check.what()).endsWith("at the same sizes, here");
  }

  /** p of Home and Search from 14 to 16.8 ms and from 7 to 8.4: by a fifth; q stays. */
  @Test
  void theLargestChangeDecides() {
    MixShift shift = new MixShift();
    shift.add("profiling", List.of(run(8, 100, 10, 4, 20), run(4, 100, 5, 2, 10)));
    shift.add("load 1", List.of(run(8, 300, 10, 4, 20), run(4, 300, 5, 2, 10)));
    shift.add("load 2", List.of(run(8, 10, 12, 4.8, 20), run(4, 10, 6, 2.4, 10)));
    assertThat(shift.change().value()).isCloseTo(0.2, within(1e-6));
    assertThat(shift.change().low()).isCloseTo(0.2, within(1e-6));
    assertThat(shift.check("id", "").holds()).isFalse();
    assertThat(shift.table()).contains("p, load 1", "q, load 2", "1.2");
    assertThat(shift.raw()).containsKeys("p, load 1", "q, load 1", "p, load 2", "q, load 2");
  }

  @Test
  void anIntervalThatIncludesNoChangeBeginsAtZero() {
    MixShift shift = new MixShift();
    shift.add("profiling", List.of(run(8, 100, 10, 4, 20), run(8, 100, 10, 4, 20)));
    shift.add("load 1", List.of(run(8, 100, 10, 4, 18), run(8, 100, 10, 4, 23)));
    assertThat(shift.change().value()).isCloseTo(0.025, within(1e-6));
    assertThat(shift.change().low()).isZero();
    assertThat(shift.change().high()).isGreaterThan(0.1);
  }

  @Test
  void typesAndRunsThatOneSideLacksAreLeftOut() {
    ProcessorUse robbed = new ProcessorUse(0.6, 1, 0.3, 0.0);
    TuningRun other = run(8, Map.of("/Search", totals(100, 4, 20)), /* processors= */ null);
    TuningRun lost = run(8, Map.of("/Search", totals(100, 400, 20)), robbed);
    MixShift shift = new MixShift();
    shift.add("profiling", List.of(run(8, 100, 10, 4, 20), run(8, 100, 10, 4, 20)));
    shift.add("load 1", List.of(other, lost, other));
    assertThat(shift.change().value()).isCloseTo(0, within(1e-9));
  }

  @Test
  void oneLoadAloneSaysNothing() {
    MixShift shift = new MixShift();
    shift.add("profiling", List.of(run(8, 100, 10, 4, 20)));
    assertThat(shift.check("id", "").figure().known()).isFalse();
    assertThat(shift.raw()).isEmpty();
  }
}

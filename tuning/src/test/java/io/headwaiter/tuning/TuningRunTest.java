package io.headwaiter.tuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.core.pool.profile.ProcessorUse;
import io.headwaiter.core.pool.profile.ProfilePoint;
import io.headwaiter.core.pool.profile.RequestMix;
import io.headwaiter.core.profile.RequestProfile;
import io.headwaiter.core.profile.RequestTotals;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Two threads, requests of 10 and of 30 ms that take no connection. */
class TuningRunTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long MILLI = 1_000_000L;
  private static final RequestMix MIX = new RequestMix(Map.of("short", 2.0, "long", 2.0));

  private static RequestTotals totals(long count, long millis) {
    long nanos = millis * MILLI;
    double squares = (double) count * nanos * nanos;
    return new RequestTotals(count, 0, 0, 0, count * nanos, squares, 0, 0, 0, 0, 0, 0);
  }

  private static TuningRun run(long shortOnes) {
    return run(shortOnes, null);
  }

  /** The requests that two threads serve in 6 s, this many of them short. */
  private static TuningRun run(long shortOnes, ProcessorUse processors) {
    long longOnes = (12_000 - 10 * shortOnes) / 30;
    RequestProfile measured =
        new RequestProfile(
            6 * SECOND,
            (shortOnes + longOnes) / 4,
            Map.of("short", totals(shortOnes, 10), "long", totals(longOnes, 30)));
    return new TuningRun(2, 1, 20, 2, 0, measured, processors);
  }

  @Test
  void sessionRateIsIndependentOfRandomMix() {
    // half of each: 100 a second, four per session
    assertThat(run(300).requestsPerSecond()).isCloseTo(100, within(1e-9));
    assertThat(run(300).sessionsPerSecond(MIX)).isCloseTo(25, within(1e-9));
    assertThat(run(360).requestsPerSecond()).isGreaterThan(105);
    assertThat(run(360).sessionsPerSecond(MIX)).isCloseTo(25, within(1e-9));
    assertThat(run(240).sessionsPerSecond(MIX)).isCloseTo(25, within(1e-9));
  }

  /** A server that answers 503 at once is not a fast one. */
  @Test
  void excludesFailedRequestsFromRates() {
    RequestTotals half = new RequestTotals(600, 300, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    RequestProfile measured = new RequestProfile(6 * SECOND, 150, Map.of("short", half));
    TuningRun run = new TuningRun(2, 1, 20, 2, 0, measured, null);
    assertThat(run.requestsPerSecond()).isCloseTo(50, within(1e-9));
    RequestMix one = new RequestMix(Map.of("short", 4.0));
    assertThat(run.sessionsPerSecond(one)).isCloseTo(12.5, within(1e-9));
  }

  /** Two threads and a full processor, of which the host took a fifth. */
  @Test
  void correctsRatesForStolenTime() {
    TuningRun run = run(300, new ProcessorUse(0.75, 1, 0.2, 0.0));
    assertThat(run.requestsPerSecond()).isCloseTo(100, within(1e-9));
    double gain = run.requestsPerSecondUnstolen() / 100;
    assertThat(gain).isBetween(1.2, 1.25);
    assertThat(run.sessionsPerSecond(MIX)).isCloseTo(25 * gain, within(1e-9));
    ProfilePoint point = run.point(MIX, run.measured().types().keySet());
    assertThat(point.type("long").orElseThrow().withoutConnection().meanNanos())
        .isCloseTo(30 * MILLI / gain, within(1e-3));
    assertThat(point.processors()).isEqualTo(new ProcessorUse(0.75 / 0.8, 1));
  }

  @Test
  void keepsRatesWithoutStolenTime() {
    assertThat(run(300, new ProcessorUse(0.8, 1)).requestsPerSecondUnstolen())
        .isCloseTo(100, within(1e-9));
    assertThat(run(300, ProcessorUse.UNKNOWN).requestsPerSecondUnstolen())
        .isCloseTo(100, within(1e-9));
  }
}

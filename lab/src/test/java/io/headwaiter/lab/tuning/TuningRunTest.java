package io.headwaiter.lab.tuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.core.pool.RequestMix;
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
    return new RequestTotals(count, 0, 0, count * nanos, squares, 0, 0, 0, 0, 0, 0);
  }

  /** As many as two threads serve in 6 s. */
  private static TuningRun run(long shortOnes) {
    long longOnes = (12_000 - 10 * shortOnes) / 30;
    RequestProfile measured =
        new RequestProfile(
            6 * SECOND,
            (shortOnes + longOnes) / 4,
            Map.of("short", totals(shortOnes, 10), "long", totals(longOnes, 30)));
    return new TuningRun(2, 1, 20, 2, 0, measured, null);
  }

  @Test
  void whoCameByChanceDoesNotCount() {
    // half and half it is 100 a second, four a session
    assertThat(run(300).requestsPerSecond()).isCloseTo(100, within(1e-9));
    assertThat(run(300).sessionsPerSecond(MIX)).isCloseTo(25, within(1e-9));
    assertThat(run(360).requestsPerSecond()).isGreaterThan(105);
    assertThat(run(360).sessionsPerSecond(MIX)).isCloseTo(25, within(1e-9));
    assertThat(run(240).sessionsPerSecond(MIX)).isCloseTo(25, within(1e-9));
  }
}

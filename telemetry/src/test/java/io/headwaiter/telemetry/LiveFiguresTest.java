package io.headwaiter.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What dashboards get each time. */
class LiveFiguresTest {
  private static final long SECOND = 1_000 * Intervals.MILLI;

  private final IntervalHistory history = Intervals.history("requests");
  private final AtomicLong clock = new AtomicLong(100 * SECOND);
  private final LiveFigures figures =
      new LiveFigures(() -> Map.of("state", "calm"), history, clock::get);

  @Test
  void sendsEachIntervalOnce() {
    Intervals.add(history, clock.get(), 3);
    Intervals.add(history, clock.addAndGet(Intervals.TICK), 4);
    assertThat(figures.get()).startsWith("{\"status\":{\"state\":\"calm\"},").endsWith(",7]]}");
    assertThat(figures.get()).endsWith("\"rows\":[]}");
    Intervals.add(history, clock.addAndGet(Intervals.TICK), 5);
    assertThat(figures.get()).endsWith(",5]]}");
  }

  @Test
  void leavesOutIntervalsFromLongAgo() {
    Intervals.add(history, clock.get(), 3);
    clock.addAndGet(60 * SECOND);
    Intervals.add(history, clock.get(), 4);
    assertThat(figures.get()).endsWith(",4]]}");
  }
}

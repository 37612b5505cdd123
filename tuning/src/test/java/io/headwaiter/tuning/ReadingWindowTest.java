package io.headwaiter.tuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwaiter.core.pool.profile.PoolSizes;
import io.headwaiter.core.profile.RequestProfile;
import io.headwaiter.core.profile.RequestTotals;
import io.headwaiter.load.Progress;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Ten readings, a second apart, of a server that serves two requests a second. */
class ReadingWindowTest {
  private static final long SECOND = 1_000_000_000L;

  private int looks;

  private TunedServer failingAt(Set<Integer> failed) {
    return new TunedServer() {
      @Override
      public void resize(PoolSizes sizes) {}

      @Override
      public Reading read() throws IOException {
        if (failed.contains(looks)) {
          throw new IOException("read timed out");
        }
        RequestTotals all = new RequestTotals(2L * looks, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        return new Reading(
            new RequestProfile(looks * SECOND, 0, Map.of("/", all)), 0, 0, 0, 0, 0, null);
      }
    };
  }

  private TuningRun run(Integer... failed) throws Exception {
    return looking(10, failed);
  }

  private TuningRun looking(int most, Integer... failed) throws Exception {
    ReadingWindow window = new ReadingWindow(failingAt(Set.of(failed)));
    window.during(
        (load, progress) -> {
          for (looks = 1; looks <= most; looks++) {
            progress.accept(new Progress(false, 1000L * looks, 11_000, 0, 0, 0, 0, 0));
          }
          return null;
        },
        null);
    return window.run(new PoolSizes(2, 1), 4, 0);
  }

  @Test
  void measuresFromFirstToLastReading() throws Exception {
    TuningRun run = run();
    assertThat(run.measured().spanNanos()).isEqualTo(9 * SECOND);
    assertThat(run.requestsPerSecond()).isEqualTo(2);
  }

  /** A full machine may pause for a moment. */
  @Test
  void toleratesTwoFailedReadingsInRow() throws Exception {
    TuningRun run = run(1, 4, 5, 9, 10);
    assertThat(run.measured().spanNanos()).isEqualTo(6 * SECOND);
    assertThat(run.requestsPerSecond()).isEqualTo(2);
  }

  /** A window needs two readings, and a reading after it would be of an idle server. */
  @Test
  void shortWindowToleratesNoFailedReading() {
    assertThatThrownBy(() -> looking(2, 2)).hasMessageEndingWith("read timed out");
    assertThatThrownBy(() -> looking(2, 1)).hasMessageEndingWith("read timed out");
    assertThatThrownBy(() -> looking(1, 1)).hasMessageEndingWith("read timed out");
    assertThatThrownBy(() -> looking(0)).hasMessageContaining("too short to be measured");
  }

  @Test
  void failsAfterThreeFailedReadingsInRow() {
    assertThatThrownBy(() -> run(4, 5, 6))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("The server does not answer any more: ")
        .hasMessageEndingWith("read timed out");
  }
}

package io.headwaiter.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class IntervalHistoryTest {
  private static final int HOUR_ROWS = 72_000;

  @Test
  void keepsLastHourAndForgetsOlderIntervals() {
    IntervalHistory history = Intervals.history("number", "always");
    int rows = 2 * HOUR_ROWS + 17;
    for (int i = 0; i < rows; i++) {
      Intervals.add(history, i * Intervals.TICK, i, 7);
    }
    long next = rows;
    int count = 0;
    List<HistoryChunk> chunks = history.chunks();
    for (int c = chunks.size() - 1; c >= 0; c--) {
      for (int row = chunks.get(c).rows() - 1; row >= 0; row--) {
        next--;
        count++;
        assertThat(chunks.get(c).nanos(row)).isEqualTo(next * Intervals.TICK);
        assertThat(chunks.get(c).epochMillis(row)).isEqualTo(next * 50);
        assertThat((long) chunks.get(c).value(row, 0)).isEqualTo(next);
        assertThat(chunks.get(c).value(row, 1)).isEqualTo(7);
      }
    }
    assertThat(count).isBetween(HOUR_ROWS, IntervalHistory.CHUNKS * IntervalHistory.CHUNK_ROWS);
  }

  @Test
  void emptyHistoryHasNoChunks() {
    assertThat(Intervals.history("number").chunks()).isEmpty();
  }

  @Test
  void rowsOfAnHourAreAlwaysThere() {
    assertThat((IntervalHistory.CHUNKS - 1L) * IntervalHistory.CHUNK_ROWS)
        .isEqualTo(IntervalHistory.SPAN_NANOS / Intervals.TICK);
  }

  /**
   * Readers see whole rows in their order, however fast the writer adds them. The writer never
   * waits.
   */
  @Test
  void readersSeeWholeRowsDuringWrites() throws Exception {
    IntervalHistory history = Intervals.history("number", "always");
    AtomicBoolean end = new AtomicBoolean();
    ExecutorService readers = Executors.newFixedThreadPool(2);
    try {
      Callable<Long> reader = () -> readUntil(history, end);
      List<Future<Long>> all = List.of(readers.submit(reader), readers.submit(reader));
      for (int i = 1; i <= 150_000; i++) {
        Intervals.add(history, i * Intervals.TICK, i, 7);
      }
      end.set(true);
      for (Future<Long> one : all) {
        assertThat(one.get()).as("rows that were read").isPositive();
      }
    } finally {
      readers.shutdownNow();
    }
  }

  private static long readUntil(IntervalHistory history, AtomicBoolean end) {
    long read = 0;
    boolean last;
    do {
      last = end.get();
      List<Long> seen = new ArrayList<>();
      for (HistoryChunk chunk : history.chunks()) {
        int rows = chunk.rows();
        for (int row = 0; row < rows; row++) {
          long number = chunk.nanos(row) / Intervals.TICK;
          assertThat((long) chunk.value(row, 0)).isEqualTo(number);
          if (!seen.isEmpty() && seen.get(seen.size() - 1) >= number) {
            throw new AssertionError(number + " after " + seen.get(seen.size() - 1));
          }
          seen.add(number);
        }
      }
      read += seen.size();
    } while (!last);
    return read;
  }
}

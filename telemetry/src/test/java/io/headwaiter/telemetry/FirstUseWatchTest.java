package io.headwaiter.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class FirstUseWatchTest {
  private static final long MILLI = 1_000_000L;

  private long nowNanos = 100;
  private final FirstUseWatch watch = new FirstUseWatch(() -> nowNanos);

  private long firstUses(long... costsMillis) {
    return LongStream.of(costsMillis).filter(c -> watch.noteUse(c * MILLI)).count();
  }

  @Test
  void matchesWorkedExample() {
    assertThat(firstUses(530, 9)).isEqualTo(2);
    assertThat(firstUses(6, 5)).isZero();
    assertThat(firstUses(410)).isEqualTo(1);
    assertThat(firstUses(6, 100)).isZero();
  }

  @Test
  void findsExpensiveUseAfterCheapOnes() {
    assertThat(firstUses(8, 8, 8)).isEqualTo(2);
    assertThat(firstUses(500)).isEqualTo(1);
  }

  @Test
  void comparesWithCheaperOfFirstTwoUses() {
    assertThat(firstUses(8, 500, 400)).isEqualTo(3);
  }

  @Test
  void workBelowMinimumTimeIsNotExpensive() {
    watch.noteUse(10);
    watch.noteUse(10);
    assertThat(watch.noteUse(FirstUseWatch.EXPENSIVE_NANOS_MIN - 1)).isFalse();
    assertThat(watch.noteUse(FirstUseWatch.EXPENSIVE_NANOS_MIN)).isTrue();
  }

  @Test
  void limitsNumberOfExpensiveFirstUses() {
    firstUses(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1);
    long forgiven = IntStream.range(0, 15).filter(i -> watch.noteUse(1000 * MILLI)).count();
    assertThat(forgiven).isEqualTo(FirstUseWatch.EXPENSIVE_MAX);
  }

  @Test
  void endsAfterWatchedPiecesOfWork() {
    for (int i = 0; i < FirstUseWatch.WATCHED; i++) {
      watch.noteUse(MILLI);
    }
    assertThat(firstUses(10_000)).isZero();
  }

  @Test
  void endsAfterItsSpan() {
    assertThat(firstUses(5)).isEqualTo(1);
    nowNanos += FirstUseWatch.SPAN_NANOS;
    assertThat(firstUses(5, 1000)).isEqualTo(2);
    nowNanos++;
    assertThat(firstUses(1000)).isZero();
  }

  @Test
  void spanBeginsWithTheFirstUse() {
    nowNanos += 10 * FirstUseWatch.SPAN_NANOS;
    assertThat(firstUses(5, 5)).isEqualTo(2);
  }
}

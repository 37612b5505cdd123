package io.headwaiter.core.visit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BurstTest {
  private static final long MILLI = 1_000_000L;

  private final Burst burst = new Burst();
  private long now = 7_000 * MILLI;

  /** A turn comes after this time and takes that long, of which it uses 5 ms of CPU time. */
  private long turn(long pauseMillis, long tookMillis) {
    now += (pauseMillis + tookMillis) * MILLI;
    return burst.turnEnded(tookMillis * MILLI, 5 * MILLI, now);
  }

  private long nanosAfter(long pauseMillis) {
    return burst.nanosAt(now + pauseMillis * MILLI);
  }

  @Test
  void isEmptyBeforeFirstTurn() {
    assertThat(nanosAfter(0)).isZero();
  }

  @Test
  void turnsWithoutPauseAreOneBurst() {
    assertThat(turn(0, 20)).isZero();
    assertThat(turn(99, 20)).isZero();

    assertThat(nanosAfter(99)).isEqualTo(10 * MILLI);
    assertThat(nanosAfter(100)).as("a pause").isZero();
  }

  @Test
  void pauseEndsBurst() {
    turn(0, 20);
    turn(1, 20);

    assertThat(turn(100, 20)).isEqualTo(10 * MILLI);
    assertThat(nanosAfter(0)).isEqualTo(5 * MILLI);
    assertThat(turn(100, 20)).isEqualTo(5 * MILLI);
  }

  /** A client far away may ask without pause, and still come later than one nearby. */
  @Test
  void pauseIsLongerAfterLongTurn() {
    turn(0, 400);
    assertThat(nanosAfter(199)).isPositive();
    assertThat(nanosAfter(200)).isZero();
    turn(0, 4_000);
    assertThat(nanosAfter(249)).isPositive();
    assertThat(nanosAfter(250)).isZero();
  }

  @Test
  void parallelTurnsAreOneBurst() {
    turn(0, 300);
    now -= 200 * MILLI;

    assertThat(turn(0, 250)).as("it came before the other one ended").isZero();
    assertThat(nanosAfter(0)).isEqualTo(10 * MILLI);
  }

  @Test
  void burstTeachesOnce() {
    turn(0, 20);
    assertThat(burst.teaches()).isTrue();
    assertThat(burst.teaches()).isFalse();

    assertThat(turn(100, 20)).isZero();
    assertThat(burst.teaches()).as("the next one").isTrue();
  }

  @Test
  void visitTeachesFiveBursts() {
    turn(0, 20);
    for (int i = 0; i < Burst.TAUGHT_MAX; i++) {
      assertThat(turn(100, 20)).isEqualTo(5 * MILLI);
    }
    assertThat(turn(100, 20)).isZero();
    assertThat(burst.teaches()).isFalse();
  }
}

package io.headwaiter.lab.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class SpeedWatchTest {
  private long nanos;
  private long takes = 1000;

  private final SpeedWatch watch = new SpeedWatch(() -> nanos, () -> nanos += takes);

  private void look(long each, int times) {
    takes = each;
    for (int i = 0; i < times; i++) {
      watch.look();
    }
  }

  @Test
  void aSteadyMachineIsNotMentioned() {
    look(950, 40);
    look(1000, 40);
    look(1100, 20);
    assertThat(watch.note()).isEmpty();
    assertThat(watch.raw()).containsEntry("samples", 100);
    assertThat((double) watch.raw().get("speed5")).isCloseTo(1 / 1.1, within(1e-9));
    assertThat((double) watch.raw().get("speed95")).isCloseTo(1 / 0.95, within(1e-9));
  }

  @Test
  void oneThatIsHalfAsFastAtTimesIsToldOf() {
    look(1000, 80);
    look(2000, 20);
    assertThat(watch.note().orElseThrow())
        .startsWith("The machine was not steady: the same work ran at 0.50 to 1.00 times");
  }

  /** A collection, a look at the clock: few of many. */
  @Test
  void aHiccupIsNothing() {
    look(1000, 97);
    look(50_000, 3);
    assertThat(watch.note()).isEmpty();
  }

  @Test
  void nothingSeenIsNothingSaid() {
    assertThat(watch.note()).isEmpty();
    assertThat(watch.raw()).isEmpty();
    look(0, 10); // the clock of a thread has coarse ticks somewhere
    assertThat(watch.raw()).isEmpty();
  }

  @Test
  void thisMachineIsLookedAt() {
    try (SpeedWatch real = SpeedWatch.start()) {
      real.look();
      assertThat(real.raw()).containsKeys("samples", "speed5", "speed95");
    }
  }
}

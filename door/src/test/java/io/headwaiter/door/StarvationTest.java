package io.headwaiter.door;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StarvationTest {
  private static final long WINDOW = Starvation.WINDOW_NANOS;

  private long nowNanos;
  private long cpuNanos;
  private final Starvation starvation = new Starvation(() -> nowNanos, () -> cpuNanos);

  /** Passes one window in which the thread got this part of a processor, while many wait. */
  private boolean afterWindow(double part) {
    nowNanos += WINDOW;
    cpuNanos += (long) (part * WINDOW);
    starvation.note(/* many= */ true);
    return starvation.isStarved();
  }

  @Test
  void doorIsStarvedAsSoonAsManyWait() {
    assertThat(starvation.isStarved()).isFalse();
    starvation.note(/* many= */ false);
    assertThat(starvation.isStarved()).isFalse();
    starvation.note(/* many= */ true);
    assertThat(starvation.isStarved()).isTrue();
    assertThat(starvation.manyWait()).isTrue();
  }

  @Test
  void emptyBacklogEndsIt() {
    starvation.note(/* many= */ true);
    starvation.note(/* many= */ false);
    assertThat(starvation.isStarved()).isFalse();
    assertThat(starvation.manyWait()).isFalse();
  }

  /** A flood that takes more than the share does not hold turns up any longer. */
  @Test
  void doorWithThirdOfProcessorIsNotStarved() {
    starvation.note(/* many= */ true);
    assertThat(afterWindow(0.3)).isTrue();
    assertThat(afterWindow(0.4)).isFalse();
    assertThat(starvation.manyWait()).isTrue();
    assertThat(afterWindow(0.3)).isTrue();
  }

  @Test
  void shareIsThatOfWholeWindow() {
    starvation.note(/* many= */ true);
    nowNanos += WINDOW / 2;
    cpuNanos += WINDOW / 2;
    starvation.note(/* many= */ true);
    assertThat(starvation.isStarved()).isTrue();
    nowNanos += WINDOW / 2;
    starvation.note(/* many= */ true);
    assertThat(starvation.isStarved()).isFalse();
  }

  /** What the thread did before does not count. */
  @Test
  void windowBeginsAnewWithNextCrowd() {
    starvation.note(/* many= */ true);
    starvation.note(/* many= */ false);
    nowNanos += 10 * WINDOW;
    cpuNanos += 10 * WINDOW;
    starvation.note(/* many= */ true);
    assertThat(starvation.isStarved()).isTrue();
    assertThat(afterWindow(0.1)).isTrue();
  }
}

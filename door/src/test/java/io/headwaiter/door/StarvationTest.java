package io.headwaiter.door;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StarvationTest {
  private static final long WINDOW = Starvation.WINDOW_NANOS;

  private long nowNanos;
  private long cpuNanos;
  private long processCpuNanos;
  private final Starvation starvation =
      new Starvation(new DoorClocks(() -> nowNanos, () -> cpuNanos, () -> processCpuNanos));

  /** Passes one window in which the thread got this part of a processor, while many wait. */
  private boolean afterWindow(double part) {
    return afterWindow(part, /* ofProcess= */ 1);
  }

  private boolean afterWindow(double part, double ofProcess) {
    nowNanos += WINDOW;
    cpuNanos += (long) (part * WINDOW);
    processCpuNanos += (long) (ofProcess * WINDOW);
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
  void emptyBacklogEndsStarvation() {
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
  void shareIsMeasuredOverWholeWindow() {
    starvation.note(/* many= */ true);
    nowNanos += WINDOW / 2;
    cpuNanos += WINDOW / 2;
    processCpuNanos += WINDOW / 2;
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

  /** By a quota or by neighbours: turns that wait would not help it. */
  @Test
  void processWithoutProcessorDoesNotStarveDoor() {
    starvation.note(/* many= */ true);
    assertThat(afterWindow(/* part= */ 0.1, /* ofProcess= */ 0.25)).isFalse();
    assertThat(afterWindow(/* part= */ 0.05, /* ofProcess= */ 0.25)).isTrue();
  }

  /** What other processors do is not taken from the door. */
  @Test
  void busyProcessorsDoNotStarveDoorWithOne() {
    starvation.note(/* many= */ true);
    assertThat(afterWindow(/* part= */ 0.9, /* ofProcess= */ 8)).isFalse();
    assertThat(afterWindow(/* part= */ 0.2, /* ofProcess= */ 8)).isTrue();
  }
}

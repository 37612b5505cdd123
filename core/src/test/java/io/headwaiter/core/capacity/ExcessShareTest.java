package io.headwaiter.core.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Visits over their account get the processors that other work leaves over, and always a few. */
class ExcessShareTest {
  private static final long TARGET = 30_000_000L;
  private static final double TICK = 50_000_000;

  private final ExcessShare share = new ExcessShare(TARGET);

  private void run(double seconds, boolean restricting, double delayNanos) {
    for (int i = 0; i < seconds * 20; i++) {
      share.add(TICK, 2, restricting, delayNanos);
    }
  }

  @Test
  void isUnboundedBeforeFirstInterval() {
    assertThat(share.processors()).isInfinite();
  }

  @Test
  void isUnboundedWithoutOtherDemand() {
    run(1, false, 0);

    assertThat(share.processors()).isInfinite();
  }

  @Test
  void isBoundedFromFirstIntervalWithOtherDemand() {
    run(1, false, 0);
    share.add(TICK, 2, true, 0);

    assertThat(share.processors()).isCloseTo(2 * Math.exp(-0.25), within(0.01));
  }

  @Test
  void fallsToTenthWhileNewVisitsAreRefused() {
    run(1, false, 0);
    run(0.2, true, 0);
    assertThat(share.processors()).isCloseTo(2 * Math.exp(-1), within(0.01));

    run(1, true, 0);

    assertThat(share.processors()).isCloseTo(0.2, within(1e-9));
  }

  @Test
  void fallsWhileOtherWorkWaitsLong() {
    run(2, false, TARGET / 2.0 + 1);

    assertThat(share.processors()).isCloseTo(0.2, within(1e-9));
  }

  @Test
  void growsBackWithinTwoSeconds() {
    run(2, true, 0);
    run(1.5, false, TARGET / 2.0);
    assertThat(share.processors()).isLessThan(2);

    run(1, false, TARGET / 2.0);

    assertThat(share.processors()).isInfinite();
  }

  @Test
  void followsLossOfProcessors() {
    run(1, false, 0);
    share.add(TICK, 0.5, true, 0);

    assertThat(share.processors()).isLessThan(0.5);
  }

  @Test
  void staysUnboundedWhenProcessorsComeBack() {
    share.add(TICK, 0.5, false, 0);

    share.add(TICK, 2, false, 0);

    assertThat(share.processors()).isInfinite();
  }

  @Test
  void keepsItsPartWhenProcessorsComeBack() {
    share.add(TICK, 0.5, true, 0);

    share.add(TICK, 2, true, 0);

    assertThat(share.processors()).isCloseTo(2 * Math.exp(-0.5), within(1e-9));
  }

  @Test
  void isStrictAsSoonAsOtherWorkWaits() {
    share.add(TICK, 2, false, 0);
    share.judge(2);
    assertThat(share.isStrict()).as("nobody waits").isFalse();

    share.add(TICK, 2, true, 0);
    share.judge(0);

    assertThat(share.isStrict()).isTrue();
  }

  /** Otherwise the work that was deferred would come back at once, and others would wait again. */
  @Test
  void staysStrictUntilExcessIsLittle() {
    share.add(TICK, 2, true, 0);
    share.judge(0);
    share.add(TICK, 2, false, 0);

    share.judge(0.21);
    assertThat(share.isStrict()).isTrue();
    share.judge(0.2);
    assertThat(share.isStrict()).isFalse();
  }
}

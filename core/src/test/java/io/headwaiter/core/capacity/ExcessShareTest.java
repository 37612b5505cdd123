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
  void fallsToFiftiethWhileNewVisitsAreRefused() {
    run(1, false, 0);
    run(0.2, true, 0);
    assertThat(share.processors()).isCloseTo(2 * Math.exp(-1), within(0.01));

    run(1, true, 0);

    assertThat(share.processors()).isCloseTo(0.04, within(1e-9));
  }

  @Test
  void fallsWhileOtherWorkWaitsLong() {
    run(2, false, TARGET / 2.0 + 1);

    assertThat(share.processors()).isCloseTo(0.04, within(1e-9));
  }

  @Test
  void growsBackWithinFourSeconds() {
    run(2, true, 0);
    run(3, false, TARGET / 2.0);
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
  void isStrictWhereExcessWithinAccountsKeepsHalfBusyWhileOtherWorkWaits() {
    share.add(TICK, 2, true, 0);
    share.judge(1, 1);
    assertThat(share.isStrict()).as("half of two processors").isFalse();

    share.judge(1.2, 1.01);

    assertThat(share.isStrict()).isTrue();
  }

  @Test
  void isNotStrictForDeferredExcess() {
    share.add(TICK, 2, true, 0);
    share.judge(2, 1);

    assertThat(share.isStrict()).isFalse();
  }

  @Test
  void isNotStrictWithoutOtherDemand() {
    share.add(TICK, 2, false, 0);
    share.judge(2, 2);

    assertThat(share.isStrict()).isFalse();
  }

  /** All their work is deferred now, so what is not deferred tells nothing any more. */
  @Test
  void staysStrictUntilExcessIsLittle() {
    share.add(TICK, 2, true, 0);
    share.judge(2, 2);
    share.add(TICK, 2, false, 0);

    share.judge(0.21, 0);
    assertThat(share.isStrict()).isTrue();
    share.judge(0.2, 0);
    assertThat(share.isStrict()).isFalse();
  }
}

package io.headwaiter.core.pool.control;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests with identical intervals of a full server. */
class SizeChangeReviewTest {
  private static final int INTERVALS_MIN = 10;
  private static final SizeTrial.Interval FULL = new SizeTrial.Interval(0, 0.3, /* full= */ true);
  private static final SizeTrial.Interval STANDSTILL = SizeTrial.Interval.ofStandstill(-20);

  private final SizeChangeReview change = new SizeChangeReview(/* lossMin= */ 0.02, INTERVALS_MIN);

  private SizeTrial.Verdict add(SizeTrial.Interval interval, int times) {
    SizeTrial.Verdict verdict = SizeTrial.Verdict.OPEN;
    for (int i = 0; i < times && verdict == SizeTrial.Verdict.OPEN; i++) {
      verdict = change.add(interval);
    }
    return verdict;
  }

  /** Otherwise the next change would be compared with almost no rate, and could do no harm. */
  @Test
  void discardsOutageIntervalsBeforeChange() {
    add(FULL, 50);
    assertThat(change.isComparable()).isTrue();
    add(STANDSTILL, INTERVALS_MIN);
    assertThat(change.isComparable()).isFalse();
    add(FULL, 50);
    change.made();
    assertThat(add(new SizeTrial.Interval(-0.1, 0.3, /* full= */ true), 50))
        .isEqualTo(SizeTrial.Verdict.HARM);
  }

  /** Connections are being opened, and a part of the interval had the old sizes. */
  @Test
  void ignoresFirstTwoIntervalsWithNewSizes() {
    add(FULL, 50);
    change.made();
    assertThat(add(STANDSTILL, 2)).isEqualTo(SizeTrial.Verdict.OPEN);
    assertThat(add(FULL, INTERVALS_MIN - 1)).isEqualTo(SizeTrial.Verdict.OPEN);
    assertThat(add(FULL, 1)).isEqualTo(SizeTrial.Verdict.NO_HARM);
  }

  @Test
  void countsThirdIntervalWithNewSizes() {
    add(FULL, 50);
    change.made();
    add(FULL, 2);
    add(STANDSTILL, 1);
    assertThat(add(FULL, INTERVALS_MIN - 1)).isNotEqualTo(SizeTrial.Verdict.NO_HARM);
  }

  @Test
  void judgesStandstillHarmfulWithoutOfferedLoad() {
    add(FULL, 50);
    change.made();
    assertThat(add(STANDSTILL, 2 + INTERVALS_MIN)).isEqualTo(SizeTrial.Verdict.HARM);
  }

  @Test
  void forgivesChangeIfStandstillOutlastsRollBack() {
    add(FULL, 50);
    change.made();
    add(STANDSTILL, 50);
    change.undone();
    assertThat(change.wasBlamedWrongly()).isFalse();
    boolean forgiven = false;
    for (int i = 0; i < 50 && !forgiven; i++) {
      change.add(STANDSTILL);
      forgiven = change.wasBlamedWrongly();
    }
    assertThat(forgiven).isTrue();
  }
}

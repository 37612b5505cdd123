package io.headwaiter.core.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ReleaseRateTest {
  private static final long SECOND = 1_000_000_000L;
  private static final double UNBOUNDED = Double.POSITIVE_INFINITY;
  private final ReleaseRate rate = new ReleaseRate();

  private void releaseTen(long from) {
    for (int i = 1; i <= 10; i++) {
      rate.released(from + i * SECOND / 10);
    }
  }

  @Test
  void rateApproachesMeasuredReleases() {
    rate.begin(0, 60);
    releaseTen(0);
    assertThat(rate.perSecond(SECOND, UNBOUNDED)).isCloseTo(31.8, within(1.0));
    for (int s = 1; s < 5; s++) {
      releaseTen(s * SECOND);
    }
    assertThat(rate.perSecond(5 * SECOND, UNBOUNDED)).isCloseTo(12, within(0.5));
  }

  @Test
  void rateNeverExceedsPolicyRate() {
    rate.begin(0, 60);
    releaseTen(0);
    assertThat(rate.perSecond(SECOND, 3)).isEqualTo(3);
    assertThat(new ReleaseRate().perSecond(0, 7)).as("nothing seen").isEqualTo(7);
  }

  @Test
  void rateFallsWithoutReleases() {
    rate.begin(0, 60);
    assertThat(rate.perSecond(0, UNBOUNDED)).isEqualTo(60);
    assertThat(rate.perSecond(10 * SECOND, UNBOUNDED)).isLessThan(0.1);
  }

  @Test
  void ignoresTimeWithoutWaitingClients() {
    rate.begin(0, 60);
    releaseTen(0);
    rate.end(SECOND);
    double before = rate.perSecond(SECOND, UNBOUNDED);
    assertThat(rate.perSecond(20 * SECOND, UNBOUNDED)).isEqualTo(before);
    rate.begin(20 * SECOND, 60);
    assertThat(rate.perSecond(20 * SECOND, UNBOUNDED)).isEqualTo(before);
  }

  @Test
  void forgetsRateAfterHalfMinute() {
    rate.begin(0, 60);
    rate.end(10 * SECOND);
    rate.begin(40 * SECOND + 1, 25);
    assertThat(rate.perSecond(40 * SECOND + 1, UNBOUNDED)).isEqualTo(25);
  }

  @Test
  void startsAtOneWithoutPolicyRate() {
    rate.begin(0, UNBOUNDED);
    assertThat(rate.perSecond(0, UNBOUNDED)).isEqualTo(1);
  }

  /** 60 in the first second, two seconds ago: 60 / e in 1 / e + 2 seconds. */
  @Test
  void observationsFadeByTimeConstant() {
    rate.begin(-SECOND, 60);
    assertThat(rate.perSecond(SECOND, UNBOUNDED)).isCloseTo(9.32, within(0.01));
    rate.end(SECOND);
    rate.begin(2 * SECOND, 60);
    assertThat(rate.perSecond(2 * SECOND, UNBOUNDED)).isCloseTo(9.32, within(0.01));
  }

  @Test
  void forgetsRateAfterHalfMinuteOnNegativeClock() {
    long origin = -1_000 * SECOND;
    rate.begin(origin, 60);
    rate.end(origin);
    rate.begin(origin + 30 * SECOND, 25);
    assertThat(rate.perSecond(origin + 30 * SECOND, UNBOUNDED)).as("just not").isEqualTo(60);
    rate.end(origin + 30 * SECOND);
    rate.begin(origin + 61 * SECOND, 25);
    assertThat(rate.perSecond(origin + 61 * SECOND, UNBOUNDED)).isEqualTo(25);
  }
}

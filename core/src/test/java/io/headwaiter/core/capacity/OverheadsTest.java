package io.headwaiter.core.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class OverheadsTest {
  private static final double PRECISION_NANOS = 100;

  /** 2,800 requests, 450 connections and 3,750 turns, with this CPU time that no account claims. */
  private static MeterSnapshot worked(long unclaimedNanos) {
    return MeterSnapshot.builder(0, 1_000_000_000L)
        .processCpuNanos(5_000_000_000L + unclaimedNanos)
        .frontCpuNanos(80_000_000L)
        .backgroundCpuNanos(120_000_000L)
        .fullHandshakes(400)
        .fullHandshakeCpuNanos(700_000_000L)
        .resumedHandshakes(50)
        .resumedHandshakeCpuNanos(100_000_000L)
        .requests(2_800)
        .requestCpuNanos(3_900_000_000L)
        .courtesyCpuNanos(100_000_000L)
        .turns(3_750)
        .build();
  }

  @Test
  void dividesUnclaimedTimeAmongTurnsAndConnections() {
    Overheads overheads = new Overheads();
    overheads.add(worked(450_000_000));
    assertThat(overheads.turnNanos()).isCloseTo(120_000, within(PRECISION_NANOS));
    assertThat(overheads.connectionNanos(180_000))
        .isCloseTo(180_000 + 120_000 * 950 / 450.0, within(10 * PRECISION_NANOS));
  }

  @Test
  void startsWithoutTurnOverhead() {
    assertThat(new Overheads().turnNanos()).isZero();
    assertThat(new Overheads().connectionNanos(20_000)).isEqualTo(20_000);
  }

  @Test
  void coarseClockNeverMakesOverheadNegative() {
    Overheads overheads = new Overheads();
    overheads.add(worked(-20_000_000));
    assertThat(overheads.turnNanos()).isZero();
    assertThat(overheads.connectionNanos(1)).isEqualTo(1);
  }

  @Test
  void followsChangeOfOverhead() {
    Overheads overheads = new Overheads();
    for (int second = 0; second < 100; second++) {
      overheads.add(worked(second < 50 ? 450_000_000 : 900_000_000));
    }
    assertThat(overheads.turnNanos()).isCloseTo(240_000, within(2_000.0));
  }
}

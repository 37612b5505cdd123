package io.headwaiter.sim.law;

import static io.headwaiter.sim.law.FakeServer.MS;
import static io.headwaiter.sim.law.FakeServer.SECOND;
import static io.headwaiter.sim.law.FakeServer.hello;
import static io.headwaiter.sim.law.FakeServer.newcomer;
import static io.headwaiter.sim.law.FakeServer.page;
import static io.headwaiter.sim.law.FakeServer.turn;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.sim.law.Hello.Standing;
import io.headwaiter.sim.law.Law.Entrance;
import org.junit.jupiter.api.Test;

class SedaTest {
  private static final long STEP = 1_000_000L;

  /**
   * A hundred requests of one response time; the clock stands still, so only their number counts.
   */
  private static void hundred(StageRate stage, double responseNanos) {
    for (int i = 0; i < 100; i++) {
      stage.responded(responseNanos, 0);
    }
  }

  @Test
  void slowRequestsDivideRate() {
    StageRate stage = new StageRate(5000, 1000 * MS, 2);
    hundred(stage, 2000 * MS); // cur = 0.6 s: neither
    assertThat(stage.perSecond()).isEqualTo(5000);
    hundred(stage, 2000 * MS); // cur = 1.02 s
    assertThat(stage.perSecond()).isCloseTo(5000 / 1.2, within(1e-6));
    hundred(stage, 2000 * MS);
    assertThat(stage.perSecond()).isCloseTo(5000 / 1.44, within(1e-6));
  }

  @Test
  void fastRequestsRaiseRateByDistanceFromTarget() {
    StageRate stage = new StageRate(5000, 1000 * MS, 2);
    for (int i = 0; i < 20; i++) {
      hundred(stage, 4000 * MS);
    }
    for (int i = 0; i < 30; i++) {
      hundred(stage, 0);
    }
    double before = stage.perSecond();
    hundred(stage, 0); // cur is 0 by now: err = -1, and 2 * (1 - 0.1) is added
    assertThat(stage.perSecond() - before).isCloseTo(1.8, within(0.01));
  }

  @Test
  void ignoresRequestsBeyondNinetiethPercentile() {
    StageRate stage = new StageRate(5000, 1000 * MS, 2);
    for (int round = 0; round < 20; round++) {
      for (int i = 0; i < 100; i++) {
        stage.responded(i < 91 ? 0 : 60_000 * MS, 0);
      }
    }
    assertThat(stage.perSecond()).isEqualTo(5000);
  }

  @Test
  void adjustsRateEachSecondWithFewRequests() {
    StageRate stage = new StageRate(5000, 1000 * MS, 2);
    for (int second = 1; second <= 3; second++) {
      stage.responded(5000 * MS, second * SECOND);
    }
    // cur is 1.5 s, 2.55 s and 3.29 s.
    assertThat(stage.perSecond()).isCloseTo(5000 / (1.2 * 1.2 * 1.2), within(1e-6));
  }

  @Test
  void idleStageRecoversItsRate() {
    StageRate stage = new StageRate(5000, 1000 * MS, 2);
    for (int i = 0; i < 80; i++) {
      hundred(stage, 60_000 * MS);
    }
    for (int second = 1; second <= 60; second++) {
      stage.timePasses(second * SECOND);
    }
    // cur needs 14 s to fall below half of the target.
    assertThat(stage.perSecond()).isBetween(60.0, 100.0);
  }

  @Test
  void tokensAccrueAtRateUpToTen() {
    StageRate stage = new StageRate(5000, 1000 * MS, 2);
    for (int i = 0; i < 80; i++) {
      hundred(stage, 60_000 * MS); // down to its lower bound
    }
    assertThat(stage.perSecond()).isEqualTo(0.05);
    int taken = 0;
    while (stage.tryTake(0)) {
      taken++;
    }
    assertThat(taken).isEqualTo(10);
    assertThat(stage.tryTake(19 * SECOND)).isFalse();
    assertThat(stage.tryTake(21 * SECOND)).isTrue();
  }

  @Test
  void controlsEachStageByCustomerWaitingTime() {
    Seda law = new Seda();
    for (int i = 0; i < 400; i++) {
      Turn waitedTwoSeconds =
          new Turn(Turn.Kind.REQUEST, i, i, i + 1, i, 0, i * STEP, i * STEP + 2 * SECOND);
      law.done(waitedTwoSeconds, STEP, i * STEP + 2 * SECOND);
    }
    assertThat(law.perSecond(Turn.Kind.REQUEST)).isLessThan(5000);
    assertThat(law.perSecond(Turn.Kind.FULL_HANDSHAKE)).isEqualTo(5000);
  }

  @Test
  void slowPagesLimitOnlyNewVisitsAtDoor() {
    SedaDoor door = new SedaDoor(5000, 1, 2);
    for (int i = 0; i < 100 * 80; i++) {
      door.done(turn(Turn.Kind.FULL_HANDSHAKE, i, 0), 1, 60 * SECOND);
    }
    assertThat(door.perSecond()).as("handshakes alone say nothing").isEqualTo(5000);
    for (int i = 0; i < 100 * 80; i++) {
      door.done(page(i, 0), 1, 60 * SECOND);
    }
    assertThat(door.perSecond()).isEqualTo(0.05);
    for (int i = 0; i < 10; i++) {
      assertThat(door.connection(newcomer(i, 0), 0)).isEqualTo(Entrance.ADMIT);
    }
    assertThat(door.connection(newcomer(10, 0), 0)).isEqualTo(Entrance.REFUSE);
    assertThat(door.connection(hello(11, Standing.CONTINUING, 0), 0)).isEqualTo(Entrance.ADMIT);
  }
}

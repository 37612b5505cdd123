package io.headwaiter.sim.law;

import static io.headwaiter.sim.law.FakeServer.MS;
import static io.headwaiter.sim.law.FakeServer.SECOND;
import static io.headwaiter.sim.law.FakeServer.hello;
import static io.headwaiter.sim.law.FakeServer.newcomer;
import static io.headwaiter.sim.law.FakeServer.page;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwaiter.sim.law.Hello.Standing;
import io.headwaiter.sim.law.Law.Entrance;
import org.junit.jupiter.api.Test;

class OracleTest {
  private static final double NO_BOUND = Double.POSITIVE_INFINITY;

  private final FakeServer server = new FakeServer();

  private Oracle oracle(double stockSeconds, double promises, double waitSeconds) {
    return new Oracle(FakeServer.setting(server), stockSeconds, promises, waitSeconds);
  }

  private static Entrance knock(Law law, long customer) {
    return law.connection(newcomer(customer, 0), 0);
  }

  @Test
  void admitsWhileBacklogIsBelowStock() {
    Oracle law = oracle(0.02, NO_BOUND, 0);
    server.backlogNanos = 19 * MS;
    assertThat(knock(law, 1)).isEqualTo(Entrance.ADMIT);
    server.backlogNanos = 21 * MS;
    assertThat(knock(law, 2)).isEqualTo(Entrance.REFUSE);
    server.processorsNow = 2;
    assertThat(knock(law, 2)).as("two processors have half as much each").isEqualTo(Entrance.ADMIT);
  }

  @Test
  void alwaysAdmitsVisitsUnderWay() {
    Oracle law = oracle(0.02, 1, 0);
    server.backlogNanos = SECOND;
    assertThat(law.connection(hello(1, Standing.CONTINUING, 0), 0)).isEqualTo(Entrance.ADMIT);
  }

  @Test
  void neverAdmitsAttackers() {
    Oracle law = oracle(0.02, NO_BOUND, 0.5);
    server.attackers.add(2L);
    assertThat(knock(law, 1)).isEqualTo(Entrance.ADMIT);
    assertThat(knock(law, 2)).isEqualTo(Entrance.REFUSE);
    assertThat(law.connection(hello(2, Standing.CONTINUING, 0), 0)).isEqualTo(Entrance.REFUSE);
  }

  @Test
  void promisesNoMoreThanCapacity() {
    Oracle law = oracle(0.02, 1, 0);
    server.promisedProcessors = 0.99;
    server.remainingNanos = 6 * SECOND;
    assertThat(knock(law, 1)).isEqualTo(Entrance.ADMIT);
    server.promisedProcessors = 0.999;
    assertThat(knock(law, 2)).isEqualTo(Entrance.REFUSE);
    law.done(page(1, 0), 0, 0);
    assertThat(knock(law, 2)).as("one fewer is beginning").isEqualTo(Entrance.REFUSE);
    server.promisedProcessors = 0.9;
    assertThat(knock(law, 2)).isEqualTo(Entrance.ADMIT);
  }

  @Test
  void anticipatesLossOfCapacity() {
    Oracle law = oracle(0.02, 1, 0);
    server.promisedProcessors = 0.7;
    server.remainingNanos = 4.2 * SECOND; // fades with a time constant of 6 s
    assertThat(knock(law, 1)).isEqualTo(Entrance.ADMIT);
    server.laterNanos = SECOND;
    server.processorsLater = 0.5;
    assertThat(knock(law, 2)).as("0.6 will still be wanted").isEqualTo(Entrance.REFUSE);
    server.laterNanos = 8 * SECOND;
    assertThat(knock(law, 2)).as("0.19 will still be wanted").isEqualTo(Entrance.ADMIT);
  }

  @Test
  void promisesNoMoreThanDatabaseServes() {
    Oracle law = oracle(0.02, 1, 0);
    server.pagesPerSecond = 100;
    server.remainingNanos = SECOND;
    server.visitsUnderWay = 68;
    assertThat(knock(law, 1)).isEqualTo(Entrance.ADMIT);
    server.visitsUnderWay = 70;
    assertThat(knock(law, 2)).isEqualTo(Entrance.REFUSE);
  }

  @Test
  void releasesWaitingInOrderAndExpelsAfterTimeout() {
    Oracle law = oracle(0.02, NO_BOUND, 0.5);
    server.backlogNanos = SECOND;
    for (int i = 1; i <= 4; i++) {
      assertThat(knock(law, i)).isEqualTo(Entrance.WAIT);
    }
    assertThat(law.release(0)).isNull();
    server.backlogNanos = 0;
    assertThat(knock(law, 5)).as("not before those who wait").isEqualTo(Entrance.WAIT);
    law.gone(newcomer(1, 0), 0);
    assertThat(law.release(1).customer()).isEqualTo(2);
    assertThat(law.expel(SECOND / 2 - 1)).isNull();
    assertThat(law.expel(SECOND / 2).customer()).isEqualTo(3);
    assertThat(law.release(SECOND / 2).customer()).isEqualTo(4);
  }

  @Test
  void rejectsThresholdsOutOfRange() {
    assertThatThrownBy(() -> oracle(0, 1, 0)).hasMessageContaining("above 0");
    assertThatThrownBy(() -> oracle(1, 1, -1)).hasMessageContaining("at least 0");
  }
}

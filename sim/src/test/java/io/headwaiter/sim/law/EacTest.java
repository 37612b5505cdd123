package io.headwaiter.sim.law;

import static io.headwaiter.sim.law.FakeServer.hello;
import static io.headwaiter.sim.law.FakeServer.newcomer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.core.capacity.EacFormula;
import io.headwaiter.core.capacity.MeterSnapshot;
import io.headwaiter.sim.law.Hello.Standing;
import io.headwaiter.sim.law.Law.Entrance;
import org.junit.jupiter.api.Test;

class EacTest {
  private static final long INTERVAL = 2_000_000_000L;

  private final FakeServer server = new FakeServer();

  private static int admitted(Law law, long now) {
    int admitted = 0;
    for (int i = 0; i < 1000; i++) {
      admitted += law.connection(newcomer(i, now), now) == Entrance.ADMIT ? 1 : 0;
    }
    return admitted;
  }

  @Test
  void profiledCostsMatchWorkedNumber() {
    EacFormula formula = Eac.profiled(server);
    assertThat(formula.newNanos() / 1e6).isCloseTo(11.3, within(0.02));
    assertThat(formula.resumedNanos() / 1e6).isCloseTo(7.8, within(0.02));
  }

  @Test
  void admitsFormulaNumberAndContinuingConnections() {
    Eac law = new Eac(new EacFormula(2_000_000, 10_000_000));
    MeterSnapshot snapshot =
        MeterSnapshot.builder(INTERVAL, INTERVAL).processors(1).resumedAdmitted(500).build();
    law.tick(snapshot);
    // (2 - 500 * 2 ms) / 10 ms
    assertThat(admitted(law, INTERVAL)).isEqualTo(100);
    assertThat(law.connection(hello(1, Standing.CONTINUING, 0), INTERVAL))
        .isEqualTo(Entrance.ADMIT);
    assertThat(law.connection(hello(1, Standing.RETURNING, 0), INTERVAL))
        .isEqualTo(Entrance.REFUSE);
  }

  @Test
  void countsInvalidClaimAsNewConnection() {
    Eac law = new Eac(new EacFormula(2_000_000, 1_000_000_000));
    Hello forged = new Hello(1, 1, 0, /* claims= */ true, Standing.UNKNOWN, new Ticket(0, 7), 1, 0);
    assertThat(law.connection(forged, 0)).isEqualTo(Entrance.ADMIT);
    assertThat(law.connection(forged, 0)).isEqualTo(Entrance.ADMIT);
    assertThat(law.connection(forged, 0)).as("two were granted").isEqualTo(Entrance.REFUSE);
  }
}

package io.headwaiter.sim.law;

import static io.headwaiter.sim.law.FakeServer.hello;
import static io.headwaiter.sim.law.FakeServer.interval;
import static io.headwaiter.sim.law.FakeServer.newcomer;
import static io.headwaiter.sim.law.FakeServer.page;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.sim.law.Hello.Standing;
import io.headwaiter.sim.law.Law.Entrance;
import org.junit.jupiter.api.Test;

class BreakwaterTest {
  private static final long MS = 1_000_000L;

  private final FakeServer server = new FakeServer();
  private final Breakwater law = new Breakwater(server);

  private void ticks(int number, long delayNanos) {
    server.headDelayNanos = delayNanos;
    for (int i = 0; i < number; i++) {
      law.tick(interval(0));
    }
  }

  @Test
  void creditsGrowByOneBelowTarget() {
    assertThat(law.credits()).isEqualTo(10); // one per worker
    ticks(290, 5 * MS);
    assertThat(law.credits()).isEqualTo(300);
  }

  @Test
  void creditsGrowFasterWithManyCustomers() {
    server.visitsUnderWay = 5000;
    ticks(1, 0);
    assertThat(law.credits()).isCloseTo(15, within(1e-9));
  }

  @Test
  void creditsShrinkByExcessAtMostByHalf() {
    ticks(290, 5 * MS);
    ticks(1, 15 * MS);
    assertThat(law.credits()).isCloseTo(297, within(1e-9));
    ticks(1, 10_000 * MS);
    assertThat(law.credits()).isCloseTo(148.5, within(1e-9));
    ticks(100, 10_000 * MS);
    assertThat(law.credits()).as("one is left, to find out").isEqualTo(1);
  }

  @Test
  void refusesNewVisitsWhenCreditsAreUsed() {
    server.visitsUnderWay = 10;
    assertThat(law.connection(newcomer(1, 0), 0)).isEqualTo(Entrance.REFUSE);
    assertThat(law.connection(hello(2, Standing.RETURNING, 0), 0)).isEqualTo(Entrance.REFUSE);
    assertThat(law.connection(hello(3, Standing.CONTINUING, 0), 0)).isEqualTo(Entrance.ADMIT);
    server.visitsUnderWay = 9;
    assertThat(law.connection(newcomer(1, 0), 0)).isEqualTo(Entrance.ADMIT);
  }

  @Test
  void refusesNewVisitsFromTwiceTargetDelay() {
    server.headDelayNanos = 20 * MS - 1;
    assertThat(law.connection(newcomer(1, 0), 0)).isEqualTo(Entrance.ADMIT);
    server.headDelayNanos = 20 * MS;
    assertThat(law.connection(newcomer(1, 0), 0)).isEqualTo(Entrance.REFUSE);
    assertThat(law.connection(hello(2, Standing.CONTINUING, 0), 0)).isEqualTo(Entrance.ADMIT);
    assertThat(law.enqueue(page(1, 0), 0)).as("a page of a visit under way").isTrue();
  }
}

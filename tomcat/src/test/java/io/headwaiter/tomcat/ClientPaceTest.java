package io.headwaiter.tomcat;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ClientPaceTest {
  private static final long SECOND = 1_000_000_000L;

  private final ClientPace pace = new ClientPace();

  @Test
  void clientThatDripsIsSlowAfterTenSeconds() {
    pace.begin();
    assertThat(pace.moved(0, 0)).isZero();
    assertThat(pace.moved(1, 5 * SECOND)).isZero();
    assertThat(pace.moved(0, 5 * SECOND)).isZero();
    assertThat(pace.moved(1, 10 * SECOND)).isZero();
    assertThat(pace.moved(0, 10 * SECOND)).isZero();
    assertThat(pace.moved(1, 11 * SECOND)).isEqualTo(11 * SECOND);
  }

  @Test
  void bytesPayForWaiting() {
    pace.begin();
    long now = 0;
    for (int i = 0; i < 100; i++) {
      pace.moved(0, now);
      now += SECOND;
      assertThat(pace.moved(600, now)).isZero();
    }
  }

  @Test
  void timeBetweenReadsIsNoWaiting() {
    pace.begin();
    assertThat(pace.moved(1, 0)).isZero();
    assertThat(pace.moved(1, 100 * SECOND)).as("the application was busy").isZero();
  }

  @Test
  void onlyThreadOfTurnCounts() throws Exception {
    long[] seen = new long[1];
    pace.begin();
    pace.moved(0, 0);
    Thread other = new Thread(() -> seen[0] = pace.moved(0, 100 * SECOND));
    other.start();
    other.join();
    assertThat(seen[0]).isZero();
    pace.end();
    assertThat(pace.moved(0, 100 * SECOND)).isZero();
    pace.begin();
    assertThat(pace.moved(0, 200 * SECOND)).isZero();
  }
}

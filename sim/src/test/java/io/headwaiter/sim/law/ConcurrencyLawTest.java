package io.headwaiter.sim.law;

import static io.headwaiter.sim.law.FakeServer.SECOND;
import static io.headwaiter.sim.law.FakeServer.page;
import static io.headwaiter.sim.law.FakeServer.turn;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConcurrencyLawTest {
  private static final long MS = 1_000_000L;

  private static ConcurrencyLaw law(String name) {
    return name.equals(ConcurrencyLaw.VEGAS) ? ConcurrencyLaw.vegas(1) : ConcurrencyLaw.gradient2();
  }

  /**
   * Runs rounds of as many pages as the law begins, all of one duration; returns the time after
   * them.
   */
  private static long rounds(ConcurrencyLaw law, int rounds, long eachNanos, long fromNanos) {
    long now = fromNanos;
    for (int round = 0; round < rounds; round++) {
      int begun = 0;
      while (law.begin(page(begun, now), 0, now)) {
        begun++;
      }
      now += eachNanos;
      for (int i = 0; i < begun; i++) {
        law.done(page(i, now - eachNanos), eachNanos, now);
      }
    }
    return now;
  }

  @ParameterizedTest
  @ValueSource(strings = {ConcurrencyLaw.GRADIENT2, ConcurrencyLaw.VEGAS})
  void limitsPagesToInitialTwentyButNotHandshakes(String name) {
    ConcurrencyLaw law = law(name);
    for (int i = 0; i < 20; i++) {
      assertThat(law.begin(page(i, 0), 0, 0)).isTrue();
    }
    assertThat(law.begin(page(20, 0), 0, 0)).isFalse();
    assertThat(law.begin(turn(Turn.Kind.FULL_HANDSHAKE, 21, 0), 0, 0)).isTrue();
    law.left(page(0, 0), 5 * MS);
    assertThat(law.begin(page(20, 0), 0, 5 * MS)).as("the page of one who left is over").isTrue();
  }

  @Test
  void gradient2LimitFallsWhenRoundTripsGrow() {
    ConcurrencyLaw law = ConcurrencyLaw.gradient2();
    long now = rounds(law, 5000, 20 * MS, 0);
    int grown = law.limit();
    assertThat(grown).isBetween(90, 110); // 0.8 a second from 20
    rounds(law, 40, 500 * MS, now);
    assertThat(law.limit()).isLessThan(grown / 2);
  }

  @Test
  void vegasLimitFallsLittleWhenRoundTripsGrow() {
    ConcurrencyLaw law = ConcurrencyLaw.vegas(1);
    long now = rounds(law, 400, 20 * MS, 0);
    assertThat(law.limit()).isEqualTo(1000);
    for (int i = 0; i < 1000; i++) {
      law.begin(page(i, now), 0, now);
    }
    int least = law.limit();
    for (int i = 0; i < 1000; i++) {
      law.done(page(i, now), 500 * MS, now + 500 * MS);
      least = Math.min(least, law.limit());
    }
    // Little: the law probes now, takes the slow round trip for the minimum, and grows again.
    assertThat(least).isBetween(850, 950);
    rounds(law, 20, 500 * MS, now + 500 * MS);
    assertThat(law.limit()).as("the library's drift").isEqualTo(1000);
  }

  @Test
  void gradient2KeepsLimitWithinOneSecondWindow() {
    ConcurrencyLaw law = ConcurrencyLaw.gradient2();
    rounds(law, 2, 20 * MS, SECOND); // the first sample closes the first window
    int early = law.limit();
    rounds(law, 40, 20 * MS, SECOND + 40 * MS);
    assertThat(law.limit()).as("within the second").isEqualTo(early);
  }

  @Test
  void vegasGivesSameLimitsForSameSeed() {
    StringBuilder first = new StringBuilder();
    StringBuilder second = new StringBuilder();
    for (StringBuilder limits : new StringBuilder[] {first, second}) {
      ConcurrencyLaw law = ConcurrencyLaw.vegas(7);
      long now = 0;
      for (int i = 0; i < 300; i++) {
        // The round trip grows with the limit, so the result depends on when it probes.
        now = rounds(law, 1, (10 + law.limit()) * MS, now);
        limits.append(law.limit()).append(' ');
      }
    }
    assertThat(first.toString()).isEqualTo(second.toString());
  }
}

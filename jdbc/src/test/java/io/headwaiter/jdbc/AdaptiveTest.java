package io.headwaiter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.pool.HoldingLaw;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What a type of request teaches, with a clock of the test's own. */
class AdaptiveTest {
  private static final long MS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final int SECONDS = 10;
  private static final int REQUESTS = 20;

  private long nowNanos = TimeUnit.SECONDS.toNanos(7);
  private final ConnectionPrice price = new ConnectionPrice(() -> nowNanos, () -> 5);
  private final Holdings holdings = new Holdings(price);

  /** Requests of two uses for ten seconds, while so many wait for a connection on average. */
  private void see(double waiting, long takeNanos, long gapNanos, long tailNanos) {
    for (int second = 0; second < SECONDS; second++) {
      long left = (long) (waiting * TimeUnit.SECONDS.toNanos(1));
      while (left > 0) {
        price.waited(takeNanos, true);
        left -= takeNanos;
      }
      nowNanos += TimeUnit.SECONDS.toNanos(1);
      for (int i = 0; i < REQUESTS; i++) {
        int[] gaps = new int[HoldingLaw.STAGES];
        long[] gapNanosByStage = new long[HoldingLaw.STAGES];
        gaps[0] = 1;
        gapNanosByStage[0] = gapNanos;
        holdings.observe(2, gaps, gapNanosByStage, tailNanos);
      }
    }
  }

  @Test
  void keepsWhereNobodyWaits() {
    see(0, 1, 50 * MS, 50 * MS);
    assertThat(holdings.keeps(1)).isTrue();
    assertThat(holdings.keeps(2)).isTrue();
  }

  @Test
  void givesBackBeforeLongPausesAndKeepsInShortOnes() {
    see(4, 2 * MS, MS / 10, 20 * MS);
    assertThat(holdings.keeps(1)).as("a short pause").isTrue();
    assertThat(holdings.keeps(2)).as("until the end").isFalse();
    assertThat(holdings.verdicts()).hasSize(2);
    assertThat(holdings.verdicts().get(1).toString()).contains("given back", "0% come again");
    see(4, 2 * MS, 50 * MS, 20 * MS);
    assertThat(holdings.keeps(1)).as("the pause has become long").isFalse();
  }

  @Test
  void keepsAgainWhenTheCrowdHasGone() {
    see(4, 2 * MS, 50 * MS, MS);
    assertThat(holdings.keeps(1)).isFalse();
    see(0, 1, 50 * MS, MS);
    see(0, 1, 50 * MS, MS);
    see(0.001, MS, 50 * MS, MS);
    assertThat(holdings.keeps(1)).isTrue();
  }
}

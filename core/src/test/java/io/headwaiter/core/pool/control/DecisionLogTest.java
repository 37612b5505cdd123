package io.headwaiter.core.pool.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.pool.profile.PoolSizes;
import java.util.Optional;
import org.junit.jupiter.api.Test;

public class DecisionLogTest {
  private final DecisionLog log = new DecisionLog();

  private void add(long nowNanos, PoolAction action) {
    add(nowNanos, action, 2);
  }

  private void add(long nowNanos, PoolAction action, int threads) {
    PoolSizes sizes = new PoolSizes(threads, 1);
    Optional<String> expired =
        action == PoolAction.PROFILE_EXPIRED ? Optional.of("why") : Optional.empty();
    log.add(new PoolDecision(nowNanos, action, sizes, Optional.empty(), expired, "at " + nowNanos));
  }

  @Test
  void keepsLastTwoHundredDecisions() {
    for (int i = 0; i < 1000; i++) {
      add(i, PoolAction.APPLY, 2 + i % 2);
    }
    assertThat(log.list()).hasSize(200);
    assertThat(log.list().get(0).firstNanos()).isEqualTo(800);
  }

  @Test
  void mergesRepeatedAlarmAndKeepsLastReason() {
    add(1, PoolAction.PROFILE_EXPIRED);
    add(2, PoolAction.KEEP);
    add(3, PoolAction.PROFILE_EXPIRED);
    add(4, PoolAction.APPLY);
    add(5, PoolAction.PROFILE_EXPIRED);
    assertThat(log.list()).extracting(LoggedDecision::firstNanos).containsExactly(1L, 4L, 5L);
    assertThat(log.list()).extracting(LoggedDecision::times).containsExactly(2L, 1L, 1L);
    assertThat(log.list().get(0).last().reason()).isEqualTo("at 3");
  }

  @Test
  void logsNewAlarmAfterRecovery() {
    add(1, PoolAction.PROFILE_EXPIRED);
    add(2, PoolAction.PROFILE_VALID);
    add(3, PoolAction.PROFILE_EXPIRED);
    assertThat(log.list()).extracting(LoggedDecision::firstNanos).containsExactly(1L, 2L, 3L);
  }
}

package io.headwaiter.core.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class DecisionLogTest {
  private final DecisionLog log = new DecisionLog();

  private void add(long nowNanos, PoolAction action) {
    log.add(new PoolDecision(nowNanos, action, new PoolSizes(2, 1), Optional.empty(), "why"));
  }

  @Test
  void keepsTheLast() {
    for (int i = 0; i < 1000; i++) {
      add(i, PoolAction.APPLY);
    }
    assertThat(log.list()).hasSize(200);
    assertThat(log.list().get(0).nowNanos()).isEqualTo(800);
  }

  @Test
  void anAlarmThatGoesOnIsOneAlarm() {
    add(1, PoolAction.PROFILE_EXPIRED);
    add(2, PoolAction.KEEP);
    add(3, PoolAction.PROFILE_EXPIRED);
    add(4, PoolAction.APPLY);
    add(5, PoolAction.PROFILE_EXPIRED);
    assertThat(log.list()).extracting(PoolDecision::nowNanos).containsExactly(1L, 4L, 5L);
  }
}

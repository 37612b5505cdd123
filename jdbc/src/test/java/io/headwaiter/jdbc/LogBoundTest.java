package io.headwaiter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LogBoundTest {
  private final AtomicLong clock = new AtomicLong();
  private final LogBound bound = new LogBound(Duration.ofSeconds(10), clock::get);

  @Test
  void passesOneMessagePerPeriodAndCountsOthers() {
    assertThat(bound.pass()).isZero();
    assertThat(bound.pass()).isEqualTo(LogBound.NOT_NOW);
    clock.addAndGet(Duration.ofSeconds(10).toNanos() - 1);
    assertThat(bound.pass()).isEqualTo(LogBound.NOT_NOW);
    clock.addAndGet(1);
    assertThat(bound.pass()).isEqualTo(2);
    clock.addAndGet(Duration.ofSeconds(10).toNanos());
    assertThat(bound.pass()).isZero();
  }
}

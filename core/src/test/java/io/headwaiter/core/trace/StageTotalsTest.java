package io.headwaiter.core.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class StageTotalsTest {
  private static Timeline served(long nanos) {
    Timeline timeline = new Timeline(Stage.IDLE, 0);
    timeline.next(Stage.SERVICE, 1);
    timeline.end(1 + nanos);
    return timeline;
  }

  @Test
  void addsConnections() {
    StageTotals totals = new StageTotals();
    totals.add(served(10));
    totals.add(served(20));
    assertThat(totals.connections()).isEqualTo(2);
    assertThat(totals.count(Stage.SERVICE)).isEqualTo(2);
    assertThat(totals.nanos(Stage.SERVICE)).isEqualTo(30);
    assertThat(totals.nanos(Stage.IDLE)).isEqualTo(2);
    assertThat(totals.count(Stage.REQUEST)).isZero();
  }

  @Test
  void labelsAreUnique() {
    assertThat(Arrays.stream(Stage.values()).map(Stage::label)).doesNotHaveDuplicates();
  }
}

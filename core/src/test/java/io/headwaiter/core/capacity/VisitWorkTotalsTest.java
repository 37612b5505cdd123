package io.headwaiter.core.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class VisitWorkTotalsTest {
  @Test
  void subtractsEarlierTotalBinByBin() {
    long[] turns = new long[VisitWork.BINS];
    long[] cpuNanos = new long[VisitWork.BINS];
    turns[3] = 5;
    cpuNanos[3] = 700;
    VisitWork earlier = new VisitWork(turns, cpuNanos);
    turns[3] = 8;
    cpuNanos[3] = 900;
    turns[VisitWork.BINS - 1] = 1;
    VisitWork later = new VisitWork(turns, cpuNanos);
    VisitWork since = later.since(earlier);
    assertThat(since.turns(3)).isEqualTo(3);
    assertThat(since.cpuNanos(3)).isEqualTo(200);
    assertThat(since.turns(VisitWork.BINS - 1)).isEqualTo(1);
    assertThat(since.turns(0)).isZero();
    assertThat(later.turns(3)).as("unchanged").isEqualTo(8);
    assertThat(VisitWork.NONE.turns(3)).isZero();
  }
}

package io.headwaiter.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.lab.model.Cell;
import io.headwaiter.lab.model.Observation;
import io.headwaiter.lab.model.Provenance;
import io.headwaiter.lab.model.Values;
import io.headwaiter.sim.MultithreadedServer;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class MeasuredCostsTest {
  private static Observation run(double replies, double full, double resumed, double cpuSeconds) {
    return new Observation(
        new Cell("server", "load", 0),
        1,
        new TreeMap<>(
            Map.of(
                Values.REPLIES,
                replies,
                Values.FULL_HANDSHAKES,
                full,
                Values.RESUMED_HANDSHAKES,
                resumed,
                Values.CPU_SECONDS,
                cpuSeconds)),
        List.of(),
        Provenance.NONE);
  }

  @Test
  void tellsCostsOfDifferentMixesApart() throws Exception {
    MultithreadedServer.Costs costs =
        MeasuredCosts.of(
            List.of(run(1000, 100, 0, 0.6), run(1000, 100, 100, 0.65), run(1000, 300, 0, 1)));
    assertThat(costs.page()).isCloseTo(0.4e-3, within(1e-9));
    assertThat(costs.fullHandshake()).isCloseTo(2e-3, within(1e-9));
    assertThat(costs.resumedHandshake()).isCloseTo(0.5e-3, within(1e-9));
  }

  @Test
  void noiseIsSpreadOverAllRuns() throws Exception {
    MultithreadedServer.Costs costs =
        MeasuredCosts.of(
            List.of(
                run(1000, 100, 0, 0.59),
                run(1000, 100, 0, 0.61),
                run(1000, 100, 100, 0.65),
                run(1000, 300, 0, 1)));
    assertThat(costs.fullHandshake()).isCloseTo(2e-3, within(1e-9));
  }

  /** By noise a resumed handshake would seem to give time back. */
  @Test
  void costsAreNotBelowNothing() throws Exception {
    MultithreadedServer.Costs costs =
        MeasuredCosts.of(
            List.of(run(1000, 100, 0, 0.62), run(1000, 100, 100, 0.58), run(1000, 300, 0, 1)));
    assertThat(costs.resumedHandshake()).isZero();
    assertThat(costs.page()).isCloseTo(0.4e-3, within(1e-9));
    assertThat(costs.fullHandshake()).isCloseTo(2e-3, within(1e-9));
  }

  @Test
  void saysWhyCostsDoNotFollow() {
    for (List<Observation> wrong :
        List.of(
            List.<Observation>of(),
            List.of(run(1000, 100, 0, 1), run(2000, 200, 0, 2)),
            List.of(run(1000, 100, 0, 0), run(1000, 100, 100, 0), run(1000, 300, 0, 0)))) {
      assertThatThrownBy(() -> MeasuredCosts.of(wrong))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("Measure more rounds");
    }
  }
}

package io.headwaiter.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.lab.model.Cell;
import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.Observation;
import io.headwaiter.lab.model.Preparation;
import io.headwaiter.lab.model.Provenance;
import io.headwaiter.lab.model.Quantity;
import io.headwaiter.lab.model.Values;
import io.headwaiter.lab.run.ObservationLog;
import io.headwaiter.lab.study.Processors;
import io.headwaiter.lab.study.SimulatedProcessors;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimulatedBenchTest {
  private static final Customers CUSTOMERS = Customers.of(1);
  private static final Experiment MEASURED = Processors.experiment(/* quick= */ false, CUSTOMERS);
  private static final Experiment SIMULATED = SimulatedProcessors.experiment(CUSTOMERS);
  private static final double ONE_X = 100;
  // A visit of 8.5 pages that begins with a full handshake takes 0.01 s.
  private static final double PAGE = 0.8e-3;
  private static final double FULL = 3.2e-3;
  private static final double RESUMED = 0.5e-3;

  @TempDir private Path folder;
  private ObservationLog measured;
  private ObservationLog log;

  @BeforeEach
  void measureOneProcessor() throws Exception {
    measured = ObservationLog.open(folder, MEASURED);
    log = ObservationLog.open(folder, SIMULATED);
    SortedMap<String, Double> found = Preparation.ended(8, ONE_X, /* settled= */ true, List.of());
    found.put(Preparation.ONE_X, ONE_X);
    add(measured, Preparation.oneX("multithreaded 1"), found);
    int run = 1;
    for (Quantity.Series one : MEASURED.series()) {
      Cell cell = new Cell(one.server(), one.load(), 0);
      if (Processors.tellsCosts(cell)) {
        // Three mixes that differ.
        add(measured, cell, busy(1000, 100.0 * run, run == 2 ? 500 : 50));
        run++;
      }
    }
    assertThat(run).isEqualTo(4);
  }

  private static void add(ObservationLog log, Cell cell, SortedMap<String, Double> values)
      throws Exception {
    log.add(new Observation(cell, 1, values, List.of(), Provenance.NONE));
  }

  private static SortedMap<String, Double> busy(double replies, double full, double resumed) {
    SortedMap<String, Double> values = new TreeMap<>();
    values.put(Values.REPLIES, replies);
    values.put(Values.FULL_HANDSHAKES, full);
    values.put(Values.RESUMED_HANDSHAKES, resumed);
    values.put(Values.CPU_SECONDS, PAGE * replies + FULL * full + RESUMED * resumed);
    return values;
  }

  private Observation measure(SimulatedBench bench, Cell cell) throws Exception {
    Observation seen = bench.measure(cell, 1);
    log.add(seen);
    return seen;
  }

  private SimulatedBench bench() {
    return new SimulatedBench(SIMULATED, log, measured, MEASURED.timing(), () -> Provenance.NONE);
  }

  @Test
  void serverWithTwinMeetsTheSameRate() throws Exception {
    SortedMap<String, Double> replies = busy(4000, 400, 50);
    replies.put(Values.WINDOW_SECONDS, 5.0);
    add(measured, new Cell("multithreaded 1", "1x", 0), replies);
    try (SimulatedBench bench = bench()) {
      measure(bench, Preparation.oneX("simulated 1"));
      assertThat(log.oneX("simulated 1")).isEqualTo(ONE_X);
      Observation seen = measure(bench, new Cell("simulated 1", "1x", 0));
      assertThat(Values.OFFERED_PER_SECOND.of(seen)).isCloseTo(ONE_X, within(15.0));
      assertThat(seen.value(SimulatedProcessors.MEASURED)).isEqualTo(800);
    }
  }

  @Test
  void fourProcessorsServeMoreThanOne() throws Exception {
    try (SimulatedBench bench = bench()) {
      measure(bench, Preparation.oneX("simulated 1"));
      measure(bench, Preparation.oneX("simulated 4"));
      // What the processor could serve, less what it takes to serve nearly all in time.
      assertThat(log.oneX("simulated 4")).isGreaterThan(1.5 * ONE_X).isLessThan(8 * ONE_X);
      Observation four = measure(bench, new Cell("simulated 4", "1x", 0));
      Observation one = measure(bench, new Cell("simulated 1", "5x", 0));
      assertThat(Values.REPLIES_PER_SECOND.of(four))
          .isGreaterThan(2 * Values.REPLIES_PER_SECOND.of(one));
      assertThat(four.values()).doesNotContainKey(SimulatedProcessors.MEASURED);
      assertThat(Values.TIMEOUTS_PER_SECOND.of(one)).isGreaterThan(100);
    }
  }
}

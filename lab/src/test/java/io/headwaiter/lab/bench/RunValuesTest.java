package io.headwaiter.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.headwaiter.lab.host.ProcessorLoss;
import io.headwaiter.lab.model.Cell;
import io.headwaiter.lab.model.HelloSpec;
import io.headwaiter.lab.model.Observation;
import io.headwaiter.lab.model.Provenance;
import io.headwaiter.lab.model.StageValues;
import io.headwaiter.lab.model.Values;
import io.headwaiter.load.LoadOptions;
import io.headwaiter.load.results.LoadResult;
import io.headwaiter.load.results.ReplayResult;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;

/** The values of a run, and the rules by which it counts. */
class RunValuesTest {
  private static final ProcessorLoss CALM = new ProcessorLoss(0.01, 0.05);
  private static final ReplayResult HELLOS =
      new ReplayResult(10, 1000, 900, 60, 20, 15, 4, 1, 98, Results.NONE, 0.3);

  private static LoadResult visits(boolean saturated) {
    LoadOptions options =
        LoadOptions.builder(HelloSpec.ANYWHERE)
            .ratePerSecond(30)
            .duration(Duration.ofSeconds(10))
            .build();
    return Results.of(options, 20, 100, /* refusedLaterResuming= */ 3, saturated);
  }

  private static HelloSender.Both both() {
    return new HelloSender.Both(visits(/* saturated= */ false), HELLOS);
  }

  @Test
  void visitsAndHellosAreCounted() {
    SortedMap<String, Double> values = RunValues.of(both(), 5, CALM);
    assertThat(values)
        .containsEntry(Values.COMPLETED, 200.0)
        .containsEntry(Values.REFUSED_LATER_RESUMING, 3.0)
        .containsEntry(Values.HELLOS_REFUSED, 980.0)
        .containsEntry(Values.HELLOS_UNANSWERED, 5.0);
    Observation seen =
        new Observation(new Cell("s", "l", 0), 1, values, List.of(), Provenance.NONE);
    assertThat(Values.CORES.of(seen)).isCloseTo(0.5, within(1e-9));
    assertThat(Values.KEPT.of(seen)).isCloseTo(200 / 203.0, within(1e-9));
    assertThat(Values.HELLOS_ADMITTED_PER_SECOND.of(seen)).isCloseTo(1.5, within(1e-9));
  }

  @Test
  void unknownValuesAreLeftOut() {
    HelloSender.Both alone = new HelloSender.Both(null, HELLOS);
    assertThat(RunValues.of(alone, Double.NaN, ProcessorLoss.UNKNOWN))
        .containsKey(Values.HELLOS)
        .doesNotContainKeys(Values.CPU_SECONDS, Values.STOLEN_SHARE, Values.COMPLETED);
    assertThat(RunValues.doubts(alone, ProcessorLoss.UNKNOWN)).isEmpty();
  }

  @Test
  void disturbedRunsAreInDoubt() {
    assertThat(RunValues.doubts(both(), CALM)).isEmpty();
    HelloSender.Both tired = new HelloSender.Both(visits(/* saturated= */ true), null);
    assertThat(RunValues.doubts(tired, CALM))
        .containsExactly("The load generator was at its limits.");
    assertThat(RunValues.doubts(both(), new ProcessorLoss(0.06, 0)))
        .containsExactly("The host took 6.0 % of the server's processor.");
    // The kernel's work for hellos is counted as that of others.
    ProcessorLoss busy = new ProcessorLoss(0, 0.3);
    assertThat(RunValues.doubts(both(), busy)).isEmpty();
    assertThat(RunValues.doubts(new HelloSender.Both(visits(false), null), busy)).hasSize(1);
  }

  @Test
  void serverTellsByHowMuchItsCountersGrew() throws Exception {
    ObjectMapper json = new ObjectMapper();
    ServerReading before =
        ServerReading.of(
            json.readTree(
                "{\"arrived\":10,\"cpuMillis\":{\"process\":100,\"front\":5,\"control\":1},"
                    + "\"handshakes\":{\"full\":10,\"fullCpuMillis\":50}}"),
            1);
    ServerReading after =
        ServerReading.of(
            json.readTree(
                "{\"arrived\":110,\"cpuMillis\":{\"process\":1100,\"front\":25,\"control\":21},"
                    + "\"handshakes\":{\"full\":30,\"fullCpuMillis\":110}}"),
            3);
    Observation seen =
        new Observation(new Cell("s", "l", 0), 1, after.since(before), List.of(), Provenance.NONE);
    assertThat(Values.FRONT_SHARE.of(seen)).isCloseTo(0.02, within(1e-9));
    assertThat(Values.CONTROL_CORES.of(seen)).isCloseTo(0.01, within(1e-9));
    assertThat(Values.FULL_HANDSHAKE_MILLIS.of(seen)).isCloseTo(3, within(1e-9));
    assertThat(Values.FRONT_MICROS_PER_CONNECTION.of(seen)).isCloseTo(200, within(1e-9));
    assertThat(ServerReading.of(json.readTree("{}"), 5).since(before))
        .containsOnlyKeys(Values.SERVER_SECONDS);
  }

  private static ServerReading stages(int connections, int full, int resumed, double idleMillis)
      throws Exception {
    String stages =
        "{\"connections\":%d,\"stages\":{\"fullHandshake\":{\"count\":%d,\"millis\":%d},"
                .formatted(connections, full, 4 * full)
            + "\"resumedHandshake\":{\"count\":%d,\"millis\":%d},".formatted(resumed, resumed)
            + "\"failedHandshake\":{\"count\":0,\"millis\":0.0},"
            + "\"idle\":{\"count\":9,\"millis\":%s}},".formatted(idleMillis)
            + "\"threads\":{\"bytesMillis\":%s,\"monitorMillis\":10}}".formatted(10 * idleMillis);
    return ServerReading.ofStages(new ObjectMapper().readTree(stages));
  }

  @Test
  void serverTellsWhatConnectionsDid() throws Exception {
    SortedMap<String, Double> grown = stages(50, 20, 35, 1200.5).since(stages(10, 10, 5, 400.5));
    grown.put(Values.HANDSHAKE_MILLIS, 10.0);
    grown.put(Values.SERVER_SECONDS, 2.0);
    Observation seen = new Observation(new Cell("s", "l", 0), 1, grown, List.of(), Provenance.NONE);
    assertThat(StageValues.BEFORE_HANDSHAKE_MILLIS.of(seen)).isCloseTo(8.25, within(1e-9));
    assertThat(StageValues.HANDSHAKE_MILLIS.of(seen)).isCloseTo(70 / 40.0, within(1e-9));
    assertThat(StageValues.IDLE_MILLIS.of(seen)).isCloseTo(20, within(1e-9));
    assertThat(StageValues.RESUMED_SHARE.of(seen)).isCloseTo(0.75, within(1e-9));
    assertThat(StageValues.SERVICE_MILLIS.of(seen)).isNaN();
    assertThat(StageValues.THREADS_WAITING_FOR_BYTES.of(seen)).isCloseTo(4, within(1e-9));
    assertThat(StageValues.THREADS_WAITING_FOR_MONITOR.of(seen)).isZero();
  }
}

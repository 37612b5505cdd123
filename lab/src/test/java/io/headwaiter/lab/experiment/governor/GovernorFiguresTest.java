package io.headwaiter.lab.experiment.governor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.headwaiter.lab.bench.MicroBenchmark;
import io.headwaiter.lab.model.Check;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GovernorFiguresTest {
  private static JsonNode json(String text) throws IOException {
    return new ObjectMapper().readTree(text.replace('\'', '"'));
  }

  @Test
  void costsComeFromRunsThatMixThemDifferently() {
    CostProfile.Run idle = CostProfile.Run.idle(10_000, 100);
    CostProfile profile =
        CostProfile.of(
            List.of(
                idle,
                new CostProfile.Run(0, 0, 0, 100, 10_000, 300),
                new CostProfile.Run(0, 100, 0, 100, 10_000, 700),
                new CostProfile.Run(0, 0, 100, 100, 10_000, 350),
                new CostProfile.Run(1, 100, 0, 100, 10_000, 1500)));
    assertThat(profile.idleCores()).isCloseTo(0.01, within(1e-9));
    assertThat(profile.requestMillis().get(0)).isCloseTo(2, within(1e-9));
    assertThat(profile.requestMillis().get(1)).isCloseTo(10, within(1e-9));
    assertThat(profile.fullMillis()).isCloseTo(4, within(1e-9));
    assertThat(profile.resumedMillis()).isCloseTo(0.5, within(1e-9));
    CostProfile.Run one = new CostProfile.Run(0, 1, 1, 1, 1000, 15);
    CostProfile.Run two = new CostProfile.Run(0, 2, 2, 2, 1000, 20);
    assertThat(CostProfile.of(List.of(idle, one)).fullMillis()).isNaN();
    assertThat(CostProfile.of(List.of(idle, one, two, one)).requestMillis().get(0)).isNaN();
  }

  /** Runs that show such costs, the way customers mix them, with a usual page and a light one. */
  private static List<CostProfile.Run> calm(double full, double resumed, double request) {
    List<CostProfile.Run> runs = new ArrayList<>(List.of(CostProfile.Run.idle(6000, 60)));
    for (int page = 0; page < 2; page++) {
      double own = page == 0 ? request : request / 4;
      runs.add(new CostProfile.Run(page, 25, 60, 210, 0, 25 * full + 60 * resumed + 210 * own));
      runs.add(new CostProfile.Run(page, 18, 130, 148, 0, 18 * full + 130 * resumed + 148 * own));
      runs.add(new CostProfile.Run(page, 50, 0, 50, 0, 50 * full + 50 * own));
    }
    return runs;
  }

  @Test
  void learnedCostsAreHeldAgainstTheProfile() throws IOException {
    JsonNode near =
        json(
            "{'fullHandshake':3.7,'resumedHandshake':0.2,'request':1.9,"
                + "'connectionOverhead':0.3,'requestOverhead':0.1,'newVisit':21.05}");
    JsonNode light =
        json(
            "{'fullHandshake':3.7,'resumedHandshake':0.2,'request':0.4,"
                + "'connectionOverhead':0.3,'requestOverhead':0.1,'newVisit':8.27}");
    assertThat(costs(near, light)).hasSize(8).allMatch(Check::holds);
    // Each is beyond 5 % on one side.
    JsonNode far =
        json(
            "{'fullHandshake':3.6,'resumedHandshake':0.6,'request':2.4,"
                + "'connectionOverhead':0.01,'requestOverhead':0.01,'newVisit':18}");
    assertThat(costs(near, far).subList(0, 4)).allMatch(Check::holds);
    assertThat(costs(near, far).subList(4, 8)).noneMatch(Check::holds);
    assertThat(costs(json("{}"), json("{}"))).hasSize(8).noneMatch(Check::holds);
  }

  /** Two rounds; a visit of 8.5 requests takes 21 ms with its handshake, or 8.25. */
  private static List<Check> costs(JsonNode usual, JsonNode light) {
    List<CostFigures.Round> rounds = new ArrayList<>();
    for (double dearer : List.of(1.0, 1.001)) {
      rounds.add(
          new CostFigures.Round(
              calm(4 * dearer, 0.5 * dearer, 2 * dearer),
              List.of(
                  new CostFigures.Usual(usual(0, 2100 * dearer), usual),
                  new CostFigures.Usual(usual(1, 825 * dearer), light))));
    }
    return CostFigures.outcome(List.of(3000, 0), rounds, List.of()).checks();
  }

  private static CostProfile.Run usual(int page, double cpuMillis) {
    return new CostProfile.Run(page, 100, 0, 850, 0, cpuMillis);
  }

  @Test
  void callsTimesTheirCostIsWhatTheGovernorTakes() throws IOException {
    Map<String, Double> calls =
        GovernorMicro.callsPerSecond(
            json("{'interval':{'sequence':100},'requests':10,'handshakes':{'full':1,'resumed':2}}"),
            json(
                "{'interval':{'sequence':600},'requests':2510,'handshakes':{'full':26,'resumed':77}}"),
            5);
    assertThat(calls)
        .containsEntry("controlStep", 100.0)
        .containsEntry("requestType", 500.0)
        .containsEntry("turn", 1560.0)
        .containsEntry("sampleSupply", 20.0);
    Map<String, Double> nanos =
        MicroBenchmark.nanos(
            json(
                "[{'benchmark':'a.b.C.controlStep','primaryMetric':{'score':5,'scoreUnit':'us/op'}},"
                    + "{'benchmark':'a.b.C.turn','primaryMetric':{'score':200,'scoreUnit':'ns/op'}}]"));
    assertThat(nanos).containsEntry("controlStep", 5000.0).containsEntry("turn", 200.0);
    assertThat(GovernorMicro.cores(nanos, Map.of("controlStep", 100.0, "turn", 500.0)))
        .isCloseTo(0.0006, within(1e-9));
    assertThat(GovernorMicro.cores(Map.of("controlStep", 5.0), calls)).isNaN();
    assertThatThrownBy(() -> MicroBenchmark.nanos(json("[{'benchmark':'a'}]")))
        .hasMessageContaining("no time");
  }

  @Test
  void withoutItsJarTheMicrobenchmarkSaysWhatToDo() throws Exception {
    MicroBenchmark none = MicroBenchmark.run(Path.of("no", "such.jar"), Path.of("."), "a", 1);
    assertThat(none.nanosPerCall()).isEmpty();
    assertThat(none.note()).contains("such.jar", "mvn package");
  }
}

package io.headwaiter.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.model.Estimate;
import io.headwaiter.lab.results.ReplayResult;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RefusalFiguresTest {
  private final List<RefusalWindow> windows = new ArrayList<>();

  @Test
  void theCostlierPacedRateIsJudged() {
    ours(41.8, 30, 20);
    ours(42.2, 30, 20);
    RefusalFigures figures = new RefusalFigures(windows, new Estimate(3, 2.9, 3.1));
    assertThat(figures.worst().value()).isCloseTo(42, within(1e-9));
    assertThat(figures.partOfHandshake().value()).isCloseTo(0.014, within(1e-9));
    assertThat(figures.partOfHandshake().hasInterval()).isTrue();
    assertThat(figures.checks()).allMatch(Check::holds);
  }

  @Test
  void checksFailAboveTheirBounds() {
    ours(30, 51, 20);
    RefusalFigures figures = new RefusalFigures(windows, Estimate.of(2));
    assertThat(figures.checks()).noneMatch(Check::holds);
  }

  @Test
  void nothingMeasuredHoldsNothing() {
    assertThat(new RefusalFigures(List.of(), Estimate.of(3)).checks()).noneMatch(Check::holds);
    ours(30, 30, 20);
    List<Check> checks = new RefusalFigures(windows, Estimate.UNKNOWN).checks();
    assertThat(checks.get(0).holds()).isTrue();
    assertThat(checks.get(1).holds()).isFalse();
  }

  @Test
  void theYardstickIsComparedWindowByWindow() {
    ours(40, 40, 20);
    add(RefusalFigures.BARE, 1200, 20);
    ours(80, 40, 20);
    add(RefusalFigures.BARE, 1200, 40);
    RefusalFigures figures = new RefusalFigures(windows, Estimate.of(3));
    assertThat(figures.timesBare(1200)).isEqualTo(new Estimate(2, 2, 2));
    assertThat(figures.timesBare(3000).known()).isFalse();
    assertThat(figures.table()).contains("all it can").contains("full handshake 3 ms");
    ObjectNode raw = OutcomeJson.figures(figures.raw());
    assertThat(raw.get("windows")).hasSize(8);
    assertThat(raw.get("rates").get(0).get("timesBare").asDouble()).isEqualTo(2);
  }

  @Test
  void hellosThatWereLetInAreReported() {
    windows.add(
        new RefusalWindow(
            "headwaiter",
            1200,
            0.1,
            new ReplayResult(1, 10, 7, 0, 0, 2, 1, 0, 7, Results.NONE, 0.1)));
    assertThat(new RefusalFigures(windows, Estimate.of(3)).notes())
        .anyMatch(n -> n.startsWith("3 hellos were not refused"));
  }

  @Test
  void aHandshakesCostIsTheDifferenceOfTwoReadings() throws Exception {
    ObjectMapper json = new ObjectMapper();
    assertThat(
            HandshakeCost.millis(
                json.readTree("{\"full\":10,\"fullCpuMillis\":50}"),
                json.readTree("{\"full\":30,\"fullCpuMillis\":110}")))
        .isEqualTo(3);
    assertThat(
            HandshakeCost.millis(
                json.readTree("{\"full\":10,\"fullCpuMillis\":50}"),
                json.readTree("{\"full\":10,\"fullCpuMillis\":50}")))
        .isNaN();
  }

  private void ours(double at1200, double at3000, double flatOut) {
    add(RefusalFigures.HEADWAITER, 1200, at1200);
    add(RefusalFigures.HEADWAITER, 3000, at3000);
    add(RefusalFigures.HEADWAITER, 0, flatOut);
  }

  private void add(String server, double rate, double micros) {
    long refusals = 1000;
    windows.add(
        new RefusalWindow(
            server,
            rate,
            micros * refusals / 1e6,
            new ReplayResult(1, refusals, 900, 60, 40, 0, 0, 0, refusals, Results.NONE, 0.5)));
  }
}

package io.headwaiter.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.model.Verdict;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OverheadFiguresTest {
  @Test
  void pairsAlternateAndBothHalvesServeTheSameVisits() {
    assertThat(IntStream.range(0, 4).mapToObj(OverheadPlan::order))
        .containsExactly(
            List.of("stock", "headwaiter"),
            List.of("headwaiter", "stock"),
            List.of("stock", "headwaiter"),
            List.of("headwaiter", "stock"));
    OverheadPlan plan = OverheadPlan.of(/* quick= */ true, DemoCustomers.of(7));
    assertThat(plan.pairs()).isEqualTo(4);
    assertThat(plan.seed(1)).isEqualTo(plan.seed(1)).isNotEqualTo(plan.seed(2));
    assertThat(OverheadPlan.of(false, DemoCustomers.of(7)).pairs()).isEqualTo(10);
  }

  @Test
  void whatFitsIsComputedFromTheCostOfAReply() {
    assertThat(WarmUp.fitsPerSecond(0.002)).isCloseTo(1 / 0.017, within(1e-9));
    assertThat(WarmUp.fitsPerSecond(1e-9)).isEqualTo(WarmUp.MAX_RATE);
    for (double wrong : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> WarmUp.fitsPerSecond(wrong)).hasMessageContaining("what fits");
    }
  }

  @Test
  void ratiosAreTakenPairByPair() {
    // 2 % more in both, although the second pair's visits were twice as costly
    OverheadFigures figures =
        new OverheadFigures(List.of(pair(4, 4.08, 0.01), pair(8, 8.16, 0.02)));
    assertThat(figures.perSession().value()).isCloseTo(1.02, within(1e-9));
    assertThat(figures.perReply().value()).isCloseTo(1.02, within(1e-9));
    assertThat(figures.perSession().high()).isCloseTo(1.02, within(1e-9));
    assertThat(figures.frontShare().value()).isCloseTo(0.015, within(1e-9));
    // 40.8 and 81.6 ms a session, 1 and 2 % of them
    assertThat(figures.frontMicrosPerSession().value()).isCloseTo((408 + 1632) / 2.0, within(1e-6));
    // The front's share varies by half of itself: two pairs do not tell.
    assertThat(figures.checks())
        .extracting(Check::verdict)
        .containsExactly(Verdict.HOLDS, Verdict.UNDECIDED);
  }

  @Test
  void checksFailAboveTheirBounds() {
    OverheadFigures figures = new OverheadFigures(List.of(pair(4, 4.2, 0.04), pair(4, 4.2, 0.04)));
    assertThat(figures.checks()).noneMatch(Check::holds);
    assertThat(figures.checks())
        .extracting(Check::id)
        .containsExactly("overhead-half-load", "front-share-half-load");
  }

  @Test
  void itSaysWhetherTheIntervalIncludesOne() {
    OverheadFigures noise = new OverheadFigures(List.of(pair(4, 4.1, 0.01), pair(4, 3.9, 0.01)));
    assertThat(noise.notes()).anyMatch(n -> n.contains("per session") && n.contains("includes 1"));
    OverheadFigures clear =
        new OverheadFigures(List.of(pair(4, 4.10, 0.01), pair(4, 4.11, 0.01), pair(4, 4.10, 0.01)));
    assertThat(clear.notes()).anyMatch(n -> n.contains("does not include 1"));
    assertThat(clear.table()).contains("1.0250").contains("per reply");
  }

  @Test
  void theRawFiguresCarryEachHalf() {
    ObjectNode raw = OutcomeJson.figures(new OverheadFigures(List.of(pair(4, 4.08, 0.01))).raw());
    assertThat(raw.get("pairs").get(0).get("stock").get("cpuSeconds").asDouble()).isEqualTo(4);
    assertThat(raw.get("pairs").get(0).get("headwaiter").has("frontCpuMillis")).isTrue();
    assertThat(raw.get("ratioPerSessionInterval").isNull()).isTrue();
  }

  private static OverheadFigures.Pair pair(double stock, double ours, double share) {
    HalfLoadRun.FrontCpu front = new HalfLoadRun.FrontCpu(share * 6000, 6000, 300);
    return new OverheadFigures.Pair(
        new HalfLoadRun("stock", 8, stock, 0.08, 850, 100, 0, 0, null),
        new HalfLoadRun("headwaiter", 8, ours, 0.04, 850, 100, 0, 0, front));
  }
}

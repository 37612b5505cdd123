package io.headwaiter.lab.experiment.caching;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.lab.bench.BookstoreServer;
import io.headwaiter.lab.bench.MicroBenchmark;
import io.headwaiter.lab.bench.NoServers;
import io.headwaiter.lab.experiment.Experiments;
import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.outcome.ExperimentOutcome;
import io.headwaiter.lab.outcome.ExperimentPart;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CachingPlanTest {
  private static List<ExperimentPart> parts(boolean quick) {
    return CachingPlan.of(quick, 1).parts(NoServers.SETTING);
  }

  private static Duration longest(boolean quick) {
    return parts(quick).stream().map(ExperimentPart::longest).reduce(Duration.ZERO, Duration::plus);
  }

  @Test
  void allPartsTogetherStayWithinTheirTime() { // without the start of servers
    assertThat(longest(/* quick= */ false)).isLessThan(Duration.ofHours(3));
    assertThat(longest(/* quick= */ true)).isLessThan(Duration.ofMinutes(8));
  }

  @Test
  void everyPartHasItsName() {
    assertThat(parts(false)).extracting(ExperimentPart::name).isEqualTo(CachingPlan.PARTS);
    assertThat(parts(true)).extracting(ExperimentPart::name).isEqualTo(CachingPlan.PARTS);
    assertThat(Experiments.parts(Experiments.CONNECTION_CACHING)).isEqualTo(CachingPlan.PARTS);
    assertThat(Experiments.NAMES).contains("connection-caching");
  }

  @Test
  void theServerIsTheBookstoreWithEntityAccessAndAnOpenGate() {
    List<String> command =
        BookstoreServer.command(
            NoServers.SETTING, null, CachingShop.flags(CachingShop.Kind.embedded(8).withGaps(), 4));
    assertThat(command).startsWith("java", "Main", "serve");
    assertThat(String.join(" ", command))
        .contains(
            "--app bookstore",
            "--request-types 8 --entity-access",
            "--admission off",
            "--max-threads 8",
            "--db-connections 4",
            "--cycle-micros 6",
            "--gap-work-micros 325",
            "--gap-pause-millis 15")
        .doesNotContain("--db ");
  }

  @Test
  void theGainIsClaimedWithoutGapsOnly() {
    List<Sustained> all =
        List.of(CachingPolicy.values()).stream()
            .map(policy -> new Sustained(2, policy, List.of(10.0), List.of(9.0, 8.0), 0, 4))
            .toList();
    CachingShop.Kind kind = CachingShop.Kind.server(8);
    assertThat(
            CachingGain.outcome(CachingPlan.GAIN, kind, new GainFigures(all), List.of()).checks())
        .extracting(Check::id)
        .containsExactly("caching-gain", "caching-sustained-gain", "caching-adaptive-gain");
    CachingShop.Kind tested = kind.withTests();
    assertThat(
            CachingGain.outcome(CachingPlan.TESTED, tested, new GainFigures(all), List.of())
                .checks())
        .extracting(Check::id)
        .containsExactly("caching-tested", "caching-sustained-tested", "caching-adaptive-tested");
    assertThat(tested.words()).endsWith("postgresql, tested on borrow");
    assertThat(CachingShop.flags(tested, 2)).contains("--test-on-borrow");
    assertThat(CachingShop.flags(kind, 2)).doesNotContain("--test-on-borrow");
    assertThat(
            CachingGain.outcome(CachingPlan.GAPS, kind.withGaps(), new GainFigures(all), List.of())
                .checks())
        .extracting(Check::id)
        .containsExactly("caching-adaptive-gaps");
    CachingShop.Kind computing = kind.withComputing();
    assertThat(
            CachingGain.outcome(CachingPlan.COMPUTING, computing, new GainFigures(all), List.of())
                .checks())
        .extracting(Check::id)
        .containsExactly("caching-computing");
    assertThat(computing.words()).endsWith("postgresql, gaps of 2000 microseconds of work");
    assertThat(kind.withGaps().words()).contains("M = 8", "postgresql", "15 ms");
  }

  /** The part with pages that compute looks for no thresholds. */
  @Test
  void aCrowdAloneIsEnoughForAClaim() {
    List<Sustained> all =
        List.of(CachingPolicy.values()).stream()
            .map(policy -> new Sustained(2, policy, List.of(10.0, 11.0), List.of(), 0, 0))
            .toList();
    ExperimentOutcome outcome =
        CachingGain.outcome(
            CachingPlan.COMPUTING,
            CachingShop.Kind.server(8).withComputing(),
            new GainFigures(all),
            List.of());
    assertThat(outcome.checks()).singleElement().matches(Check::holds);
    assertThat(outcome.table()).contains("transaction");
    assertThat(outcome.raw()).containsKey("sustained");
  }

  private static ExperimentOutcome costs(MicroBenchmark micro, CachingCost.Request request) {
    return CachingCost.outcome(List.of(new CachingCost.Round(micro, request)));
  }

  @Test
  void aBenchmarkThatIsNotBuiltMakesANoteAndNoCheck() {
    ExperimentOutcome none = costs(MicroBenchmark.notRun("not built"), null);
    assertThat(none.checks()).isEmpty();
    assertThat(none.notes()).containsExactly("not built");
    ExperimentOutcome run =
        costs(
            new MicroBenchmark(
                Map.of("pairHikari", 200.0, "pairRequest", 90.0, "pairAdaptive", 110.0), ""),
            /* request= */ null);
    assertThat(run.checks()).hasSize(2).allMatch(Check::holds);
    assertThat(run.notes()).containsExactly("The cost of profiling was left out.");
  }

  @Test
  void theCostOfProfilingIsClaimedWhereARequestWasMeasured() {
    Map<String, Double> nanos =
        Map.of(
            "profiledRequest", 900.0,
            "bareRequest", 700.0,
            "pairTransaction", 400.0,
            "pairHikari", 300.0);
    ExperimentOutcome run =
        costs(new MicroBenchmark(nanos, ""), new CachingCost.Request(/* cpuNanos= */ 1e6, 5));
    assertThat(run.checks())
        .extracting(Check::id)
        .containsExactly("holding-pair", "holding-pair-hikari", "profiling-cost");
    assertThat(run.checks().get(2).holds()).isTrue();
    assertThat(run.raw()).containsKey("rounds");
  }
}

package io.headwaiter.lab.outcome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwaiter.lab.bench.NoServers;
import io.headwaiter.lab.experiment.DoorParts;
import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.model.Estimate;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.report.OutcomePage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PartedExperimentTest {
  private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
  private final ProgressLine progress =
      new ProgressLine(new PrintStream(shown, true, StandardCharsets.UTF_8), /* terminal= */ false);

  private record Fake(String name, IOException failure) implements ExperimentPart {
    @Override
    public Duration longest() {
      return Duration.ofMinutes(2);
    }

    @Override
    public ExperimentOutcome run() throws IOException {
      if (failure != null) {
        throw failure;
      }
      Check check = Check.atLeast(name, "It holds", new Estimate(2, 1.9, 2.1), "times", 1);
      return new ExperimentOutcome(
          "table of " + name + "\n", List.of(check), List.of("a note"), Map.of("x", 1.5));
    }
  }

  private static final ExperimentPart FIRST = new Fake("first", null);
  private static final ExperimentPart BROKEN =
      new Fake("broken", new IOException("no port is free"));
  private static final ExperimentPart LAST = new Fake("last", null);

  @Test
  void aPartThatFailsDoesNotKeepTheOthersFromRunning() throws Exception {
    ExperimentOutcome outcome = new PartedExperiment(List.of(FIRST, BROKEN, LAST), progress).run();
    assertThat(outcome.failures()).containsExactly("The part broken failed: no port is free");
    assertThat(outcome.checks()).extracting(Check::id).containsExactly("first", "last");
    assertThat(outcome.notes())
        .contains("The part broken failed: no port is free", "first: a note", "last: a note");
    assertThat(outcome.raw()).containsOnlyKeys("first", "last");
    assertThat(shown.toString(StandardCharsets.UTF_8))
        .contains("== last (part 3 of 3, 2 min at most")
        .contains("It holds");
  }

  @Test
  void whatWasMeasuredBeforeAFailureIsKept() throws Exception {
    ExperimentPart half =
        new ExperimentPart() {
          @Override
          public String name() {
            return "half";
          }

          @Override
          public Duration longest() {
            return Duration.ofMinutes(1);
          }

          @Override
          public ExperimentOutcome run() throws IOException {
            return new Fake("half", null).run().withFailure("the server is gone");
          }
        };
    ExperimentOutcome outcome = new PartedExperiment(List.of(half, LAST), progress).run();
    assertThat(outcome.failures()).containsExactly("the server is gone");
    assertThat(outcome.notes())
        .containsExactly("the server is gone", "half: a note", "last: a note");
    assertThat(outcome.table()).contains("table of half");
    assertThat(shown.toString(StandardCharsets.UTF_8)).contains("the server is gone");
  }

  @Test
  void theTableHasASectionForEachPart() throws Exception {
    ExperimentOutcome outcome = new PartedExperiment(List.of(FIRST, LAST), progress).run();
    assertThat(OutcomeFiles.sections(outcome.table()))
        .containsExactly(
            new OutcomePage.Section("first", "table of first"),
            new OutcomePage.Section("last", "table of last"));
    assertThat(OutcomeFiles.sections("one table\n=====\n"))
        .containsExactly(new OutcomePage.Section("", "one table\n=====\n"));
  }

  @Test
  void aNoteIsSaidOnce() {
    assertThat(PartedExperiment.counted(List.of("a", "b", "a")))
        .containsExactly("a (2 times)", "b");
  }

  @Test
  void partsRunInTheirOwnOrder() {
    List<ExperimentPart> all = List.of(FIRST, BROKEN, LAST);
    assertThat(PartedExperiment.choose(all, List.of())).isEqualTo(all);
    assertThat(PartedExperiment.choose(all, List.of("last", "first"))).containsExactly(FIRST, LAST);
    assertThatThrownBy(() -> PartedExperiment.choose(all, List.of("window")))
        .hasMessageContaining("window")
        .hasMessageContaining("first, broken, last");
  }

  private static List<ExperimentPart> parts(boolean quick) {
    return DoorParts.of(quick, NoServers.SETTING);
  }

  private static Duration longest(boolean quick) {
    return parts(quick).stream().map(ExperimentPart::longest).reduce(Duration.ZERO, Duration::plus);
  }

  @Test
  void allPartsTogetherStayWithinTheirTime() {
    assertThat(longest(/* quick= */ false)).isLessThan(Duration.ofMinutes(60));
    assertThat(longest(/* quick= */ true)).isLessThan(Duration.ofMinutes(9));
  }

  @Test
  void everyPartHasItsName() {
    assertThat(parts(false)).extracting(ExperimentPart::name).isEqualTo(DoorParts.NAMES);
    assertThat(parts(true)).extracting(ExperimentPart::name).isEqualTo(DoorParts.NAMES);
  }

  @Test
  void contendersTakeTurnsInBeginning() {
    List<String> all = List.of("a", "b", "c");
    assertThat(Experiment.inTurn(all, 0)).containsExactly("a", "b", "c");
    assertThat(Experiment.inTurn(all, 1)).containsExactly("b", "c", "a");
    assertThat(Experiment.inTurn(all, 5)).containsExactly("c", "a", "b");
  }
}

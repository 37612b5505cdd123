package io.headwaiter.lab.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.lab.model.Cell;
import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.model.Claim;
import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.model.Evidence;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.Observation;
import io.headwaiter.lab.model.Preparation;
import io.headwaiter.lab.model.Provenance;
import io.headwaiter.lab.model.Values;
import io.headwaiter.lab.run.StudyReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ProcessorsTest {
  private static final Customers CUSTOMERS = Customers.of(1);
  private static final Experiment QUICK = Processors.experiment(/* quick= */ true, CUSTOMERS);
  private static final Experiment FULL = Processors.experiment(/* quick= */ false, CUSTOMERS);

  private static List<Observation> seen(String server, String load, double replies, double visits) {
    List<Observation> rounds = new ArrayList<>();
    for (int round = 0; round < 2; round++) {
      Map<String, Double> values =
          Map.of(
              Values.WINDOW_SECONDS,
              1.0,
              Values.REPLIES,
              replies,
              Values.OFFERED,
              replies / 8,
              Values.CAME_BACK,
              0.0,
              Values.COMPLETED,
              visits);
      rounds.add(
          new Observation(
              new Cell(server, load, round), 1, new TreeMap<>(values), List.of(), Provenance.NONE));
    }
    return rounds;
  }

  /** The published throughput of one, two and four processors, and a controller that is slow. */
  private static List<Observation> published() {
    List<Observation> all = new ArrayList<>();
    all.addAll(seen("multithreaded 0.25", "1x", 90, 10));
    all.addAll(seen("multithreaded 0.25", "5x", 13, 0));
    all.addAll(seen("multithreaded 0.5", "1x", 155, 20));
    all.addAll(seen("multithreaded 0.5", "5x", 28, 4));
    all.addAll(seen("multithreaded 1", "1x", 256, 30));
    all.addAll(seen("multithreaded 1", "5x", 53, 0));
    all.addAll(seen("adaptive 0.5", "1x", 150, 18));
    all.addAll(seen("adaptive 0.5", "5x", 150, 20));
    all.addAll(seen("adaptive 0.5", "5x, from 1 to 0.5", 150, 21));
    all.addAll(seen("adaptive 0.5", "5x, from 0.25 to 0.5", 150, 17));
    return all;
  }

  private static Check check(String id, List<Observation> seen) {
    Claim claim = QUICK.claims().stream().filter(c -> c.id().equals(id)).findFirst().orElseThrow();
    return claim.judge(new Evidence(seen), QUICK.rounds());
  }

  private static double figure(String id) {
    return check(id, published()).figure().value();
  }

  @Test
  void fourAreComparedWithOne() {
    assertThat(figure("maximum-of-four")).isCloseTo(256 / 90.0, within(1e-9));
    assertThat(figure("overload-point-of-four")).isCloseTo(256 / 90.0, within(1e-9));
    assertThat(figure("overloaded-of-four")).isCloseTo(53 / 13.0, within(1e-9));
  }

  @Test
  void smallestGainOrFallDecides() {
    assertThat(figure("each-higher-and-falls")).isCloseTo(256 / 155.0, within(1e-9));
    List<Observation> steady = new ArrayList<>(published());
    steady.removeIf(o -> o.cell().equals(new Cell("multithreaded 1", "5x", o.cell().round())));
    steady.addAll(seen("multithreaded 1", "5x", 300, 30));
    assertThat(check("each-higher-and-falls", steady).holds()).isFalse();
  }

  /** Where no control group can be made, servers with a quota do not take part. */
  @Test
  void missingServerLeavesClaimsOpen() {
    List<Observation> whole = new ArrayList<>(published());
    whole.removeIf(o -> !o.cell().server().equals("multithreaded 1"));
    for (Claim claim : QUICK.claims()) {
      assertThat(check(claim.id(), whole).figure().known()).as(claim.id()).isFalse();
    }
  }

  @Test
  void worseChangeDecides() {
    assertThat(figure("followed")).isCloseTo(17 / 20.0, within(1e-9));
    assertThat(figure("controlled-completed")).isCloseTo(20 / 18.0, within(1e-9));
    assertThat(figure("controlled-of-uncontrolled")).isEqualTo(5);
  }

  @Test
  void everyQuotaHasItsOneX() {
    assertThat(FULL.preparations().stream().filter(Preparation::isOneX))
        .containsExactly(
            Preparation.oneX("multithreaded 0.25"),
            Preparation.oneX("multithreaded 0.5"),
            Preparation.oneX("multithreaded 0.75"),
            Preparation.oneX("multithreaded 1"),
            Preparation.oneX("multithreaded 2, shared"));
    assertThat(FULL.reference("formula 0.5")).isEqualTo("multithreaded 0.5");
    assertThat(FULL.reference("adaptive 0.5")).isEqualTo("multithreaded 0.5");
    assertThat(FULL.without(Set.of("multithreaded 0.5")).reference("adaptive 0.5"))
        .isEqualTo("adaptive 0.5");
  }

  /** What two give is a claim of its own: the load has a part of the second. */
  @Test
  void sharedProcessorIsComparedWithOne() {
    List<Observation> seen = new ArrayList<>(published());
    seen.addAll(seen("multithreaded 2, shared", "1x", 320, 40));
    seen.addAll(seen("multithreaded 1", "2x", 200, 0));
    seen.addAll(seen("multithreaded 2, shared", "2x", 384, 0));
    seen.addAll(seen("multithreaded 2, shared", "5x", 80, 0));
    Claim claim =
        FULL.claims().stream()
            .filter(c -> c.id().equals("maximum-of-two-shared"))
            .findFirst()
            .orElseThrow();
    assertThat(claim.judge(new Evidence(seen), QUICK.rounds()).figure().value())
        .isCloseTo(384 / 256.0, within(1e-9));
    assertThat(QUICK.claims()).noneMatch(c -> c.id().equals("maximum-of-two-shared"));
  }

  /** Its costs depend on who comes, and not on how many or with which quota before. */
  @Test
  void formulaIsProfiledOnce() {
    assertThat(FULL.preparations().stream().filter(cell -> !Preparation.isOneX(cell)))
        .containsExactly(Cell.preparation("formula 0.5", "5x"));
    assertThat(FULL.settingOf("formula 0.5", "5x, from 1 to 0.5"))
        .isEqualTo(Cell.preparation("formula 0.5", "5x"));
    Experiment scalability = Scalability.experiment(/* quick= */ true, CUSTOMERS);
    assertThat(scalability.settingOf("formula", "5x"))
        .isEqualTo(Cell.preparation("formula", "0.5x"));
    assertThat(scalability.settingOf("formula", "5x, long sessions"))
        .isEqualTo(Cell.preparation("formula", "5x, long sessions"));
  }

  /** A change of the quota is no point of a curve, though it comes at 5x, too. */
  @Test
  void chartsLeaveOutChangesOfQuota() {
    StudyReport report = new StudyReport(QUICK, new Evidence(published()));
    // Nor are the loads of other customers.
    assertThat(report.charts().get(0).series()).allMatch(one -> one.points().size() == 2);
    assertThat(report.inShort())
        .hasValueSatisfying(it -> assertThat(it).startsWith("At 5x adaptive 0.5 completed 1.0"));
  }

  @Test
  void keepsItsTimes() {
    assertThat(FULL.longest(FULL.rounds().most())).isLessThan(Duration.ofHours(1));
    assertThat(QUICK.longest(QUICK.rounds().most())).isLessThan(Duration.ofMinutes(6));
  }

  @Test
  void onlyServersWithQuotaChangeIt() {
    for (Experiment experiment : List.of(QUICK, FULL)) {
      assertThat(experiment.loads().stream().filter(l -> l.meanwhile().quotaBefore() > 0))
          .hasSize(2)
          .allSatisfy(
              load ->
                  assertThat(load.servers())
                      .isNotEmpty()
                      .allMatch(server -> experiment.server(server).quota() < 1));
    }
  }
}

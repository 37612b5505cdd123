package io.headwaiter.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwaiter.lab.model.Cell;
import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.model.Evidence;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.Preparation;
import io.headwaiter.lab.model.PublishedCurve;
import io.headwaiter.lab.model.Verdict;
import io.headwaiter.lab.report.Chart;
import io.headwaiter.lab.run.StudyFixture.FakeBench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunnerTest {
  @TempDir private Path folder;

  private static void run(Experiment experiment, FakeBench bench, Path folder) throws Exception {
    new Runner(experiment, bench, ObservationLog.open(folder, experiment), line -> {}).run();
  }

  private StudyReport report(Experiment experiment) throws IOException {
    return new StudyReport(
        experiment, new Evidence(ObservationLog.open(folder, experiment).observations()));
  }

  @Test
  void measuresEachCellOncePerRoundWithAnotherServerFirst() throws Exception {
    FakeBench bench = FakeBench.noisy();
    run(StudyFixture.experiment(1.5), bench, folder);
    assertThat(bench.measured).hasSize(3 * 4).doesNotHaveDuplicates();
    assertThat(bench.measured.subList(0, 6))
        .containsExactly(
            new Cell("stock", "1x", 0),
            new Cell("headwaiter", "1x", 0),
            new Cell("stock", "5x", 0),
            new Cell("headwaiter", "5x", 0),
            new Cell("headwaiter", "5x", 1),
            new Cell("stock", "5x", 1));
  }

  @Test
  void searchesOneXAndSettingsBeforeTheFirstRound() throws Exception {
    FakeBench bench = FakeBench.noisy();
    run(StudyFixture.searching(), bench, folder);
    assertThat(bench.measured.subList(0, 4))
        .containsExactly(
            Preparation.oneX("stock"),
            Cell.preparation("limited", "1x"),
            Cell.preparation("limited", "5x"),
            new Cell("headwaiter", "1x", 0));
    FakeBench again = FakeBench.noisy();
    run(StudyFixture.searching(), again, folder);
    assertThat(again.measured).isEmpty();
    assertThat(report(StudyFixture.searching()).checks().get(0).verdict()).isEqualTo(Verdict.HOLDS);
  }

  /** Further rounds do not help against a search that ended too early. */
  @Test
  void openSearchAddsNoRoundsAndCarriesNoVerdict() throws Exception {
    FakeBench bench = FakeBench.noisy();
    bench.unsettled = 1;
    run(StudyFixture.searching(), bench, folder);
    assertThat(bench.measured).hasSize(3 + 3 * 6);
    Check check = report(StudyFixture.searching()).checks().get(0);
    assertThat(check.verdictOfFigure()).isEqualTo(Verdict.HOLDS);
    assertThat(check.verdict()).isEqualTo(Verdict.UNDECIDED);
    assertThat(check.reservation())
        .contains("the search for 1x", "the setting of limited under 1x");
  }

  @Test
  void drawsCompletedVisitsAgainstTheLoad() throws Exception {
    run(StudyFixture.searching(), FakeBench.noisy(), folder);
    assertThat(report(StudyFixture.searching()).charts()).hasSize(2);
    assertThat(report(StudyFixture.searching()).charts().get(0).series())
        .extracting(Chart.Series::name)
        .containsExactly("headwaiter", "stock", "limited");
    Evidence nothing = new Evidence(List.of());
    assertThat(new StudyReport(StudyFixture.experiment(1.5), nothing).charts()).isEmpty();
  }

  @Test
  void drawsColumnAgainstNumberOfClients() throws Exception {
    List<Chart> charts = report(StudyFixture.populations()).charts();
    assertThat(charts).hasSize(1);
    Chart rate = charts.get(0);
    assertThat(rate.logX()).isFalse();
    assertThat(rate.xLabel()).isEqualTo("clients");
    assertThat(rate.series()).hasSize(2);
    assertThat(rate.series().get(0).points())
        .extracting(Chart.Point::x)
        .containsExactly(10.0, 20.0);
  }

  @Test
  void drawsPublishedCurvesInPartsOfMaximum() throws Exception {
    Experiment experiment =
        StudyFixture.populations(
            PublishedCurve.of("A paper", "headwaiter").inPartsOf("stock").at(10, 0.5).at(20, 2),
            PublishedCurve.of("A paper", "absent").at(10, 1));
    run(experiment, new FakeBench(cell -> cell.load().startsWith("20") ? 8 : 5), folder);
    Chart rate = report(experiment).charts().get(0);
    assertThat(rate.series()).hasSize(3);
    Chart.Series published = rate.series().get(2);
    assertThat(published.name()).isEqualTo("headwaiter, A paper");
    assertThat(published.dashed()).isTrue();
    assertThat(published.style()).isEqualTo(rate.series().get(1).style());
    assertThat(published.points()).extracting(p -> p.y().value()).containsExactly(4.0, 16.0);
    assertThat(rate.description()).contains("name a paper");
  }

  @Test
  void addsRoundsOfWhatUndecidedClaimsNeed() throws Exception {
    FakeBench bench = FakeBench.noisy();
    Experiment experiment = StudyFixture.experiment(2);
    run(experiment, bench, folder);
    assertThat(report(experiment).checks().get(0).verdict()).isEqualTo(Verdict.UNDECIDED);
    assertThat(bench.measured).hasSize(3 * 4 + 3 * 2);
    assertThat(bench.measured.subList(12, 18)).allMatch(cell -> cell.load().equals("1x"));
  }

  /** A run that dies and goes on observes the same as one that does not. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 5, 11, 12, 13, 17})
  void continuesWhereItWasKilled(int dieAfter) throws Exception {
    Experiment experiment = StudyFixture.experiment(2);
    FakeBench first = FakeBench.noisy();
    first.dieAfter = dieAfter;
    assertThatThrownBy(() -> run(experiment, first, folder)).hasMessage("killed");
    if (dieAfter > 0) {
      Files.writeString(
          folder.resolve(ObservationLog.FILE), "{\"half\":", StandardOpenOption.APPEND);
    }
    FakeBench second = FakeBench.noisy();
    run(experiment, second, folder);
    assertThat(second.measured).noneMatch(first.measured::contains);

    Path other = Files.createDirectory(folder.resolve("whole"));
    run(experiment, FakeBench.noisy(), other);
    assertThat(Files.readString(folder.resolve(ObservationLog.FILE)))
        .isEqualTo(Files.readString(other.resolve(ObservationLog.FILE)));
  }

  @Test
  void measuresDoubtfulCellsAgainAndKeepsAllAttempts() throws Exception {
    FakeBench bench = FakeBench.noisy();
    bench.doubtful = 2;
    Experiment experiment = StudyFixture.experiment(1.5);
    run(experiment, bench, folder);
    assertThat(bench.measured.subList(0, 3)).containsOnly(new Cell("stock", "1x", 0));
    assertThat(report(experiment).notes())
        .contains("3 rounds, 2 cells measured again because they were in doubt.");
    assertThat(report(experiment).checks().get(0).verdict()).isEqualTo(Verdict.HOLDS);
  }

  /** Whatever it showed, a cell in doubt counts for nothing. */
  @Test
  void claimIsUndecidedWhileCellsStayInDoubt() throws Exception {
    FakeBench bench = FakeBench.noisy();
    bench.doubtful = Integer.MAX_VALUE;
    Experiment experiment = StudyFixture.experiment(1.5);
    run(experiment, bench, folder);
    assertThat(report(experiment).checks().get(0).verdict()).isEqualTo(Verdict.UNDECIDED);
    assertThat(report(experiment).notes())
        .anyMatch(note -> note.startsWith("Does not count: stock, 1x, round 1: Something"))
        .contains("better is undecided: 0 rounds count, and 3 are needed.");
  }

  @Test
  void reportIsTheSameTwice() throws Exception {
    Experiment experiment = StudyFixture.experiment(1.5);
    run(experiment, FakeBench.noisy(), folder);
    StudyReport first = report(experiment);
    StudyReport second = report(experiment);
    assertThat(second.table()).isEqualTo(first.table()).containsPattern("headwaiter +5x +2");
    assertThat(second.checks()).isEqualTo(first.checks());
    assertThat(second.notes()).isEqualTo(first.notes());
  }

  @Test
  void refusesObservationsOfAnotherSetting() throws Exception {
    run(StudyFixture.experiment(1.5), FakeBench.noisy(), folder);
    Experiment other = StudyFixture.experiment(1.5, /* seed= */ 2);
    assertThatThrownBy(() -> ObservationLog.open(folder, other))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("Take another folder, or delete the file.");
  }

  /** Claims can be changed afterwards, without measuring again. */
  @Test
  void judgesOldObservationsByNewClaims() throws Exception {
    run(StudyFixture.experiment(1.5), FakeBench.noisy(), folder);
    assertThat(report(StudyFixture.experiment(3)).checks().get(0).verdict())
        .isEqualTo(Verdict.FAILS);
  }

  @Test
  void knowsItsCommit() throws Exception {
    assertThat(SourceCommit.of(folder.resolve("none")).hash()).isEqualTo(SourceCommit.UNKNOWN);
    assertThat(List.of(SourceCommit.UNKNOWN.length(), 8))
        .contains(SourceCommit.ofThisProgram().hash().length());
  }
}

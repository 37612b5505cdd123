package io.headwaiter.lab.experiment;

import io.headwaiter.lab.bench.ExperimentSetting;
import io.headwaiter.lab.bench.OpenBench;
import io.headwaiter.lab.bench.ShopBench;
import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.model.Evidence;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.Observation;
import io.headwaiter.lab.model.Provenance;
import io.headwaiter.lab.model.Rounds;
import io.headwaiter.lab.model.ServerSpec;
import io.headwaiter.lab.outcome.ExperimentOutcome;
import io.headwaiter.lab.outcome.ExperimentPart;
import io.headwaiter.lab.outcome.PartedExperiment;
import io.headwaiter.lab.report.Chart;
import io.headwaiter.lab.run.ObservationLog;
import io.headwaiter.lab.run.Runner;
import io.headwaiter.lab.run.StudyReport;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Declared experiments as a part of a larger one. Belongs to one thread. */
final class StudyPart implements ExperimentPart {
  private final String name;
  private final List<Experiment> experiments;
  private final ExperimentSetting setting;
  private final OpenBench.Factory benches;

  /** One experiment under its own name. */
  StudyPart(Experiment experiment, ExperimentSetting setting) {
    this(experiment.name(), List.of(experiment), setting);
  }

  /**
   * Several, one after the other.
   *
   * @param name on the command line
   */
  StudyPart(String name, List<Experiment> experiments, ExperimentSetting setting) {
    this(
        name,
        experiments,
        setting,
        (experiment, log, provenance) -> new ShopBench(experiment, setting, log, provenance));
  }

  /** Several on benches of their own. */
  StudyPart(
      String name,
      List<Experiment> experiments,
      ExperimentSetting setting,
      OpenBench.Factory benches) {
    this.name = name;
    this.benches = benches;
    this.experiments =
        setting.rounds() == 0
            ? List.copyOf(experiments)
            : experiments.stream()
                .map(one -> one.withRounds(new Rounds(setting.rounds(), 2 * setting.rounds())))
                .toList();
    this.setting = setting;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Duration longest() {
    return experiments.stream()
        .map(one -> one.longest(one.rounds().most()))
        .reduce(Duration.ZERO, Duration::plus);
  }

  @Override
  public List<String> plan() {
    return experiments.stream().map(StudyPart::words).toList();
  }

  private static String words(Experiment one) {
    return String.format(
        Locale.ROOT,
        "%s: %d cells in each of %d to %d rounds, %.1f s each; %s for the first rounds",
        one.name(),
        one.series().size(),
        one.rounds().first(),
        one.rounds().most(),
        one.timing().cell().toMillis() / 1000.0,
        PartedExperiment.words(one.longest(one.rounds().first())));
  }

  @Override
  public ExperimentOutcome run() throws IOException, InterruptedException {
    for (Experiment experiment : experiments) {
      run(experiment);
    }
    return drawn();
  }

  @Override
  public Optional<ExperimentOutcome> again() throws IOException {
    return Optional.of(drawn());
  }

  private void run(Experiment declared) throws IOException, InterruptedException {
    Map<String, String> missing = ShopBench.missing(declared, setting.pinning());
    missing.values().forEach(setting.progress()::done);
    Experiment possible = declared.without(missing.keySet());
    ObservationLog log = ObservationLog.open(setting.folder(), possible);
    if (!log.observations().isEmpty()) {
      requireCommit(log);
      setting
          .progress()
          .done(
              "%s goes on with %d observations of %s; to measure anew, delete it or take another folder"
                  .formatted(possible.name(), log.observations().size(), ObservationLog.FILE));
    }
    try (OpenBench bench = benches.open(possible, log, () -> provenance(possible.seed()))) {
      new Runner(possible, bench, log, setting.progress()::step).run();
    }
  }

  /** Figures of two programs make no experiment, and the report would name one commit for both. */
  private void requireCommit(ObservationLog log) throws IOException {
    String ours = setting.origin().commit();
    for (Observation one : log.observations()) {
      if (!one.provenance().commit().equals(ours)) {
        throw new IOException(
            "%s holds observations of commit %s, and this is %s. Take another folder, or delete the file."
                .formatted(
                    setting.folder().resolve(ObservationLog.FILE),
                    one.provenance().commit(),
                    ours));
      }
    }
  }

  /** What the observations in the folder say: nothing else goes into a report. */
  private ExperimentOutcome drawn() throws IOException {
    List<StudyReport> reports = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    for (Experiment declared : experiments) {
      Set<String> absent =
          declared.servers().stream().map(ServerSpec::name).collect(Collectors.toSet());
      absent.removeAll(ObservationLog.servers(setting.folder(), declared.name()));
      new TreeSet<>(absent)
          .forEach(one -> notes.add(one + " did not take part: " + why(declared.server(one))));
      Experiment possible = declared.without(absent);
      ObservationLog log = ObservationLog.open(setting.folder(), possible);
      reports.add(new StudyReport(possible, new Evidence(log.observations())));
    }
    return outcome(reports, notes);
  }

  private static String why(ServerSpec absent) {
    if (absent.quota() > 1) {
      return "there was no second processor.";
    }
    return absent.quota() < 1
        ? "there was no control group for its quota."
        : "it was not installed.";
  }

  private Provenance provenance(long seed) {
    String now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    return setting.origin().at(now, seed);
  }

  /** Returns what reports say together. */
  private static ExperimentOutcome outcome(List<StudyReport> reports, List<String> before) {
    StringBuilder table = new StringBuilder();
    List<Check> checks = new ArrayList<>();
    List<String> notes = new ArrayList<>(before);
    List<Chart> charts = new ArrayList<>();
    for (StudyReport report : reports) {
      String name = reports.size() == 1 ? "" : report.experiment().name() + ": ";
      table.append(name.isEmpty() ? "" : report.experiment().name() + "\n").append(report.table());
      checks.addAll(report.checks());
      report.notes().forEach(note -> notes.add(name + note));
      charts.addAll(report.charts());
    }
    Map<String, Object> raw = Map.of("observations", ObservationLog.FILE);
    return new ExperimentOutcome(table.toString(), checks, notes, raw).withCharts(charts);
  }
}

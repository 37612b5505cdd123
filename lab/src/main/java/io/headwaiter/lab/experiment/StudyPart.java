package io.headwaiter.lab.experiment;

import io.headwaiter.lab.model.Evidence;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.Provenance;
import io.headwaiter.lab.run.ObservationLog;
import io.headwaiter.lab.run.Runner;
import io.headwaiter.lab.run.StudyReport;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A declared experiment as a part of a larger one. Belongs to one thread. */
final class StudyPart implements ExperimentPart {
  private final Experiment experiment;
  private final ExperimentSetting setting;
  private final DemoPlan shop;

  StudyPart(Experiment experiment, ExperimentSetting setting, DemoPlan shop) {
    this.experiment = experiment;
    this.setting = setting;
    this.shop = shop;
  }

  @Override
  public String name() {
    return experiment.name();
  }

  @Override
  public Duration longest() {
    return experiment.longest(experiment.rounds().most());
  }

  @Override
  public ExperimentOutcome run() throws IOException, InterruptedException {
    Map<String, String> missing = ShopBench.missing(experiment);
    Experiment possible = experiment.without(missing.keySet());
    ObservationLog log = ObservationLog.open(setting.folder(), possible);
    if (!log.observations().isEmpty()) {
      setting
          .progress()
          .done(
              "%s goes on with %d observations of %s; to measure anew, delete it or take another folder"
                  .formatted(name(), log.observations().size(), ObservationLog.FILE));
    }
    List<String> before = new ArrayList<>(missing.values());
    try (ShopBench bench = new ShopBench(possible, setting, shop, this::provenance)) {
      new Runner(possible, bench, log, setting.progress()::step).run();
      before.addAll(bench.notes());
    }
    ExperimentOutcome outcome =
        outcome(new StudyReport(possible, new Evidence(log.observations())));
    for (String note : before) {
      outcome = outcome.withNote(note);
    }
    return outcome;
  }

  private Provenance provenance() {
    String now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    return setting.origin().at(now, experiment.seed());
  }

  static ExperimentOutcome outcome(StudyReport report) {
    Map<String, Object> raw = new LinkedHashMap<>();
    raw.put("observations", ObservationLog.FILE);
    return new ExperimentOutcome(report.table(), report.checks(), report.notes(), raw);
  }
}

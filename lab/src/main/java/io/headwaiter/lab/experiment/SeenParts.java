package io.headwaiter.lab.experiment;

import io.headwaiter.lab.bench.AlertBench;
import io.headwaiter.lab.bench.ExperimentSetting;
import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.outcome.ExperimentPart;
import io.headwaiter.lab.study.Alerts;
import io.headwaiter.lab.study.Nodes;
import io.headwaiter.lab.study.Starter;
import io.headwaiter.lab.study.Watched;
import java.util.List;

/** The parts of the experiment about what people see of a server, and about several servers. */
final class SeenParts {
  /** Name of the experiment. */
  static final String NAME = "seen";

  /** Their names, in the order they run. */
  static final List<String> NAMES =
      List.of(Watched.COST, Watched.AGREEMENT, Alerts.NAME, Starter.NAME, Nodes.NAME);

  private SeenParts() {}

  /** Returns the parts, ready to run. */
  static List<ExperimentPart> of(boolean quick, Customers customers, ExperimentSetting setting) {
    return List.of(
        new StudyPart(Watched.cost(quick, customers), setting),
        new StudyPart(Watched.agreement(quick, customers), setting),
        new StudyPart(
            Alerts.NAME,
            List.of(Alerts.experiment(quick, customers)),
            setting,
            (experiment, log, provenance) -> new AlertBench(experiment, setting, provenance)),
        new StudyPart(Starter.experiment(quick, customers), setting),
        new StudyPart(Nodes.NAME, Nodes.experiments(quick, customers), setting));
  }
}

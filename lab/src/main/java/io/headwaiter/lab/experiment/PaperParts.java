package io.headwaiter.lab.experiment;

import io.headwaiter.lab.bench.ExperimentSetting;
import io.headwaiter.lab.bench.FidelityBench;
import io.headwaiter.lab.bench.ShopBench;
import io.headwaiter.lab.bench.SimulatedBench;
import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.outcome.ExperimentPart;
import io.headwaiter.lab.run.ObservationLog;
import io.headwaiter.lab.study.Anatomy;
import io.headwaiter.lab.study.Architectures;
import io.headwaiter.lab.study.CipherSuites;
import io.headwaiter.lab.study.Fidelity;
import io.headwaiter.lab.study.HandshakeCost;
import io.headwaiter.lab.study.OnPostgresql;
import io.headwaiter.lab.study.Processors;
import io.headwaiter.lab.study.Scalability;
import io.headwaiter.lab.study.SimulatedProcessors;
import io.headwaiter.lab.study.SslImpact;
import io.headwaiter.lab.study.Unscaled;
import java.util.List;

/** The experiments of the papers, again. */
final class PaperParts {
  /** Their names. */
  static final List<String> NAMES =
      List.of(
          Architectures.NAME,
          Scalability.NAME,
          OnPostgresql.NAME,
          Processors.NAME,
          Anatomy.NAME,
          SslImpact.NAME,
          HandshakeCost.NAME,
          CipherSuites.NAME,
          Unscaled.NAME,
          Fidelity.NAME);

  private PaperParts() {}

  /**
   * Returns one.
   *
   * @param name one of {@link #NAMES}
   */
  static ExperimentPart of(
      String name, boolean quick, Customers customers, ExperimentSetting setting) {
    return switch (name) {
      case Architectures.NAME -> new StudyPart(Architectures.experiment(quick, customers), setting);
      case Scalability.NAME -> new StudyPart(Scalability.experiment(quick, customers), setting);
      case OnPostgresql.NAME -> new StudyPart(OnPostgresql.experiment(quick, customers), setting);
      case Processors.NAME -> processors(quick, customers, setting);
      case Anatomy.NAME -> new StudyPart(Anatomy.experiment(quick, customers), setting);
      case SslImpact.NAME -> new StudyPart(SslImpact.experiment(quick, customers), setting);
      case HandshakeCost.NAME -> new StudyPart(HandshakeCost.experiment(quick, customers), setting);
      case CipherSuites.NAME -> new StudyPart(CipherSuites.experiment(quick, customers), setting);
      case Unscaled.NAME -> new StudyPart(Unscaled.experiment(quick, customers), setting);
      case Fidelity.NAME ->
          new StudyPart(
              name,
              List.of(Fidelity.experiment(quick, customers)),
              setting,
              (experiment, log, provenance) -> new FidelityBench(experiment, setting, provenance));
      default -> throw new IllegalArgumentException(name + " is of no paper");
    };
  }

  /**
   * Measured first, and then simulated with what was measured. The windows of a quick run are too
   * short for the costs that the simulator needs.
   */
  private static ExperimentPart processors(
      boolean quick, Customers customers, ExperimentSetting setting) {
    Experiment measured = Processors.experiment(quick, customers);
    if (quick) {
      return new StudyPart(measured, setting);
    }
    Experiment simulated = SimulatedProcessors.experiment(customers);
    return new StudyPart(
        Processors.NAME,
        List.of(measured, simulated),
        setting,
        (experiment, log, provenance) ->
            experiment.name().equals(Processors.NAME)
                ? new ShopBench(experiment, setting, log, provenance)
                : new SimulatedBench(
                    experiment,
                    log,
                    ObservationLog.open(
                        setting.folder(),
                        measured.without(ShopBench.missing(measured, setting.pinning()).keySet())),
                    measured.timing(),
                    provenance));
  }
}

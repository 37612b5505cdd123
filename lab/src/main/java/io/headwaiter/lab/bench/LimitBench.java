package io.headwaiter.lab.bench;

import io.headwaiter.lab.model.Cell;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.Observation;
import io.headwaiter.lab.model.Provenance;
import io.headwaiter.lab.model.ServerSpec;
import io.headwaiter.lab.model.Values;
import io.headwaiter.lab.run.ObservationLog;
import io.headwaiter.lab.server.OpensslSpeed;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Measures servers as {@link ShopBench} does, and beside them how long a signature takes. A
 * signature counts as a page. Belongs to one thread.
 */
public final class LimitBench implements OpenBench {
  private final Experiment experiment;
  private final ExperimentSetting setting;
  private final Supplier<Provenance> provenance;
  private final ShopBench shop;

  /** Prepares; the servers are started by the first cell that needs them. */
  public LimitBench(
      Experiment experiment,
      ExperimentSetting setting,
      ObservationLog log,
      Supplier<Provenance> provenance) {
    this.experiment = experiment;
    this.setting = setting;
    this.provenance = provenance;
    this.shop =
        new ShopBench(experiment.without(Set.of(ServerSpec.SIGNATURE)), setting, log, provenance);
  }

  @Override
  public Observation measure(Cell cell, int attempt) throws IOException, InterruptedException {
    return cell.server().equals(ServerSpec.SIGNATURE)
        ? signatures(cell, attempt)
        : shop.measure(cell, attempt);
  }

  private Observation signatures(Cell cell, int attempt) throws IOException, InterruptedException {
    setting.progress().step("signing");
    int seconds = (int) Math.max(1, experiment.timing().window().toSeconds());
    OpensslSpeed speed =
        OpensslSpeed.run(setting.pinning(), seconds, setting.folder().resolve("openssl.log"));
    SortedMap<String, Double> values = new TreeMap<>();
    values.put(Values.WINDOW_SECONDS, speed.cpuSeconds());
    values.put(Values.CPU_SECONDS, speed.cpuSeconds());
    values.put(Values.REPLIES, (double) speed.signatures());
    return new Observation(cell, attempt, values, List.of(), provenance.get());
  }

  @Override
  public void close() {
    shop.close();
  }
}

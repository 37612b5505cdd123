package io.headwaiter.lab.experiment;

import io.headwaiter.lab.bench.ExperimentSetting;
import io.headwaiter.lab.host.Pinning;
import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.model.Provenance;
import io.headwaiter.lab.outcome.ProgressLine;
import io.headwaiter.lab.server.Keystore;
import io.headwaiter.lab.server.ServerJvm;
import java.nio.file.Path;
import java.util.List;

/** Where experiments run in smoke tests: real servers, not pinned. */
final class SmokeSetting {
  private static final String MAIN = "io.headwaiter.cli.Main";

  private SmokeSetting() {}

  static ExperimentSetting in(Path folder, Customers customers) throws Exception {
    return in(folder, customers, Keystore.create(folder));
  }

  /** Returns a setting in which no server is started. */
  static ExperimentSetting withoutServers(Path folder, Customers customers) {
    return in(folder, customers, new Keystore(folder.resolve("none"), ""));
  }

  private static ExperimentSetting in(Path folder, Customers customers, Keystore keystore) {
    return new ExperimentSetting(
        customers,
        ServerJvm.command(MAIN, "serve"),
        keystore,
        Pinning.plan(List.of(), /* tasksetFound= */ false),
        folder,
        ProgressLine.onStandardError(),
        Provenance.NONE,
        /* rounds= */ 0);
  }
}

package io.headwaiter.lab.experiment;

import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.model.Provenance;
import java.nio.file.Path;
import java.util.List;

/** A setting of which plans can be made, and no server started. */
final class NoServers {
  static final ExperimentSetting SETTING =
      new ExperimentSetting(
          Customers.of(1),
          List.of("java", "Main", "serve"),
          new Keystore(Path.of("none"), "secret"),
          Pinning.plan(List.of(), /* tasksetFound= */ false),
          Path.of("none"),
          ProgressLine.onStandardError(),
          Provenance.NONE,
          /* rounds= */ 0);

  private NoServers() {}
}

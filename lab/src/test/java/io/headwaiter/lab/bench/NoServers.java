package io.headwaiter.lab.bench;

import io.headwaiter.lab.host.Pinning;
import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.model.Provenance;
import io.headwaiter.lab.outcome.ProgressLine;
import io.headwaiter.lab.server.Keystore;
import java.nio.file.Path;
import java.util.List;

/** A setting of which plans can be made, and no server started. */
public final class NoServers {
  public static final ExperimentSetting SETTING =
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

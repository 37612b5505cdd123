package io.headwaiter.lab.experiment;

import io.headwaiter.lab.bench.ExperimentSetting;
import io.headwaiter.lab.bench.GivenBench;
import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.model.GivenServer;
import io.headwaiter.lab.outcome.ExperimentPart;
import io.headwaiter.lab.study.GivenStudies;
import io.headwaiter.lab.study.HandshakeCost;
import io.headwaiter.load.workload.Workload;
import io.headwaiter.tuning.RecordedVisits;
import io.headwaiter.tuning.mix.MixReplay;
import io.headwaiter.tuning.mix.RecordedMix;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/** The load side of an experiment, with a server that runs already. */
final class GivenPart {
  private GivenPart() {}

  static ExperimentPart of(
      String name,
      GivenServer server,
      boolean quick,
      Customers customers,
      ExperimentSetting setting) {
    return new StudyPart(
        name,
        List.of(GivenStudies.of(name, server, quick, customers)),
        setting,
        (experiment, log, provenance) ->
            new GivenBench(server, recorded(name, server), experiment, setting, log, provenance));
  }

  /**
   * Returns the recorded visits; null if pages are given instead. For the cost of a handshake they
   * only tell how long a visit is: there one page is asked for again and again.
   */
  private static Workload recorded(String name, GivenServer server) {
    if (server.asked().mix().isEmpty() || name.equals(HandshakeCost.NAME)) {
      return null;
    }
    try {
      RecordedMix mix = RecordedMix.read(Path.of(server.asked().mix()));
      return MixReplay.of(mix, server.address(), /* unsafe= */ false)
          .workload(RecordedVisits.REQUESTS_MAX);
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }
}

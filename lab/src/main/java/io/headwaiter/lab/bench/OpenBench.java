package io.headwaiter.lab.bench;

import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.Provenance;
import io.headwaiter.lab.run.Bench;
import io.headwaiter.lab.run.ObservationLog;
import java.io.IOException;
import java.util.function.Supplier;

/** A bench whose servers end with it. */
public interface OpenBench extends Bench, AutoCloseable {
  /** Ends its servers. */
  @Override
  void close();

  /** Makes a bench for an experiment; the servers are started by its first cell. */
  @FunctionalInterface
  interface Factory {
    OpenBench open(Experiment experiment, ObservationLog log, Supplier<Provenance> provenance)
        throws IOException;
  }
}

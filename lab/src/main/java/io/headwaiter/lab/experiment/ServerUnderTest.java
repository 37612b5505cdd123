package io.headwaiter.lab.experiment;

import java.net.URI;
import java.util.Optional;

/** A running server, seen from outside. */
public interface ServerUnderTest extends AutoCloseable {
  /** Where customers go. */
  URI target();

  /** Its admin endpoint, if it has one. */
  Optional<URI> admin();

  /**
   * CPU seconds it has used since its start, user and system; NaN when the system does not tell.
   */
  double cpuSeconds();

  /** Ends it and waits until it is gone. */
  @Override
  void close();
}

package io.headwaiter.lab.server;

import java.io.IOException;
import java.net.URI;
import java.util.Optional;

/** A running server, seen from outside. */
public interface ServerUnderTest extends AutoCloseable {
  /** Where customers go. */
  URI target();

  /** Its admin endpoint, if it has one. */
  Optional<URI> admin();

  /**
   * The admin endpoint of a server that must have one.
   *
   * @throws IOException when it has none
   */
  default URI requireAdmin() throws IOException {
    return admin().orElseThrow(() -> new IOException("the server has no admin endpoint"));
  }

  /**
   * CPU seconds it has used since its start, user and system; NaN when the system does not tell.
   */
  double cpuSeconds();

  /**
   * Lets it use the load's processors too, or its own alone. Compiling hot code on the one
   * processor that also serves takes minutes.
   */
  default void borrowProcessors(boolean borrow) throws IOException, InterruptedException {}

  /** Ends it and waits until it is gone. */
  @Override
  void close();
}

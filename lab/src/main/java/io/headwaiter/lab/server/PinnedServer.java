package io.headwaiter.lab.server;

import io.headwaiter.lab.host.Pinning;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;

/**
 * A server on its own processor, which may borrow the load's while nothing is measured.
 *
 * @param process the server
 * @param pinning whose processor is whose
 */
public record PinnedServer(ServerProcess process, Pinning pinning) implements ServerUnderTest {
  @Override
  public URI target() {
    return process.target();
  }

  @Override
  public Optional<URI> admin() {
    return process.admin();
  }

  @Override
  public double cpuSeconds() {
    return process.cpuSeconds();
  }

  @Override
  public void borrowProcessors(boolean borrow) throws IOException, InterruptedException {
    if (borrow) {
      pinning.lendTo(process.pid());
    } else {
      pinning.confine(process.pid());
    }
  }

  @Override
  public void close() {
    process.close();
  }
}

package io.headwaiter.lab.server;

import java.io.IOException;
import java.net.URI;
import java.util.Optional;

/**
 * A contender as a server under test; whoever started its processes ends them.
 *
 * @param contender the processes
 */
public record ContenderServer(Contender contender) implements ServerUnderTest {
  @Override
  public URI target() {
    return contender.target();
  }

  @Override
  public Optional<URI> admin() {
    return Optional.empty();
  }

  @Override
  public double cpuSeconds() {
    return contender.cpuSeconds();
  }

  @Override
  public void borrowProcessors(boolean borrow) throws IOException, InterruptedException {
    contender.borrowProcessors(borrow);
  }

  @Override
  public void close() {}
}

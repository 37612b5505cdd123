package io.headwaiter.lab.experiment;

import java.io.IOException;

/** Starts one of the servers to compare. */
@FunctionalInterface
public interface ServerStarter {
  /**
   * Starts a server and waits until it accepts.
   *
   * @param name which one, such as {@code stock}
   * @throws IOException when it does not come up; the message holds the end of what it said
   */
  ServerUnderTest start(String name) throws IOException, InterruptedException;
}

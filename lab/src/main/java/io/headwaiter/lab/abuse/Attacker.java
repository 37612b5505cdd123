package io.headwaiter.lab.abuse;

import java.io.IOException;
import java.time.Duration;

/** One attack program. Belongs to one thread. */
public interface Attacker extends AutoCloseable {
  /**
   * What comes before the attack, while the server is calm: being admitted, collecting tickets.
   *
   * @throws IOException when the server does not let it in
   */
  default void prepare() throws IOException, InterruptedException {}

  /**
   * Attacks for a time, and closes its connections.
   *
   * @throws IOException when it cannot go on, say for lack of file descriptors
   */
  Tally run(Duration duration) throws IOException, InterruptedException;

  @Override
  default void close() {}
}

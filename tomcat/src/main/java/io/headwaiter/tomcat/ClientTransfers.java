package io.headwaiter.tomcat;

import io.headwaiter.front.session.ClientPace;
import io.headwaiter.front.session.ClientPace.Pace;
import io.headwaiter.front.session.OpenConnection;
import java.io.IOException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The reads and writes of a channel for one connection after the other: whether its client is slow,
 * and whether it has left. Belongs to the thread that works on the connection.
 */
final class ClientTransfers {
  private static final int END_OF_INPUT = -1;
  private static final long NOBODY_WAITS = -1;

  private final ClientPace pace = new ClientPace();
  private @Nullable OpenConnection connection;

  /** A read or write of the channel; returns how many bytes it moved, or -1 at the end of input. */
  @FunctionalInterface
  interface Transfer {
    long run() throws IOException;
  }

  /** Begins with another connection; null if it is not watched. */
  void reset(@Nullable OpenConnection next) {
    connection = next;
  }

  /** Notes that a worker begins to serve the client. */
  void begin() {
    pace.begin(connection);
  }

  /** Notes that the worker has ended. */
  void end() {
    pace.end();
  }

  /** Notes that the client has closed or broken the connection. */
  void clientLeaves() {
    OpenConnection watched = connection;
    if (watched != null) {
      watched.clientLeaves();
    }
  }

  /** Reads, and fails if the client is too slow. */
  long read(Transfer read) throws IOException {
    long count = NOBODY_WAITS;
    Pace seen = Pace.PROMPT;
    try {
      count = read.run();
      if (count == END_OF_INPUT) {
        clientLeaves();
      }
    } catch (IOException e) {
      clientLeaves();
      throw e;
    } finally {
      seen = pace.moved(count, System.nanoTime());
    }
    SlowClient.checkRead(seen);
    return count;
  }

  /**
   * Writes, and fails if the client is too slow.
   *
   * @param waits whether the client has to read before more can be written, if nothing was moved
   */
  long write(Transfer write, BooleanSupplier waits) throws IOException {
    long count = NOBODY_WAITS;
    long moved = NOBODY_WAITS;
    Pace seen = Pace.PROMPT;
    try {
      count = write.run();
      moved = count == 0 && !waits.getAsBoolean() ? NOBODY_WAITS : count;
    } finally {
      seen = pace.moved(moved, System.nanoTime());
    }
    SlowClient.checkWrite(seen);
    return count;
  }
}

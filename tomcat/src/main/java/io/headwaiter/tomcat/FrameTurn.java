package io.headwaiter.tomcat;

import io.headwaiter.front.session.ClientPace;
import io.headwaiter.front.session.OpenConnection;
import org.jspecify.annotations.Nullable;

/**
 * A turn that reads frames of HTTP/2. Tomcat submits it without its connection, which the first
 * read shows. From then on the worker counts for the visit of the connection, unless that holds its
 * share already, and can be taken away from a client that does not read: the answer to a frame may
 * have to wait for it.
 *
 * <p>Belongs to its thread.
 */
final class FrameTurn {
  private static final ThreadLocal<@Nullable FrameTurn> CURRENT = new ThreadLocal<>();

  private final ClientPace pace =
      new ClientPace(
          new ClientPace.Probe() {
            @Override
            public boolean waitsForClient(Thread worker) {
              return StreamProbe.isInHttp2(worker);
            }

            /** Returns 0: such a turn moves some frames, of which nobody waits for the bytes. */
            @Override
            public long bytes() {
              return 0;
            }
          });
  private boolean isKnown;

  private FrameTurn() {}

  /** Runs work that may be such a turn. */
  static void run(Runnable work) {
    FrameTurn turn = new FrameTurn();
    CURRENT.set(turn);
    try {
      work.run();
    } finally {
      CURRENT.remove();
      turn.pace.end();
    }
  }

  /** Notes that this thread reads or writes on a connection. */
  static void worksOn(HeadwaiterChannel channel, WorkerEndpoint endpoint) {
    FrameTurn turn = CURRENT.get();
    OpenConnection connection = channel.connection();
    if (turn != null && !turn.isKnown && connection != null) {
      turn.isKnown = true;
      turn.pace.begin(connection);
      // It cannot be held back: a stream that is being served may wait for its frames.
      endpoint.turnJoins(channel.holder());
    }
  }
}

package io.headwaiter.sim.law;

import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Static concurrency, as in Tomcat and in a proxy's server: a number of connections may be open,
 * the next ones wait in the kernel's backlog, and all others are refused.
 *
 * <pre>
 *   c &lt; maxConnections   admitted
 *   else b &lt; backlog     waits, first come, first served
 *   else                 refused
 *   c  connections that are open, b  connections that wait
 * </pre>
 *
 * <p>The kernel's backlog does not know which visits are under way, or which clients have left. So
 * connections of clients that left are accepted in their turn, and noticed then. One thing is
 * better here: beyond the backlog, a kernel answers nothing and the client retries again and again;
 * here the connection is refused.
 *
 * <p>Source: Apache Tomcat, HTTP connector, {@code maxConnections} (default 8192) and {@code
 * acceptCount} (100); HAProxy, {@code maxconn} of a server and its queue.
 */
public final class ConnectionLimit implements Law {
  /** The name of this law. */
  public static final String NAME = "static-connections";

  /** Tomcat's default of {@code maxConnections}. */
  public static final int MAX_CONNECTIONS = 8192;

  /** Tomcat's default of {@code acceptCount}. */
  public static final int BACKLOG = 100;

  private final ServerView view;
  private final int maxConnections;
  private final int backlog;
  private final Queue<Hello> waiting = new ArrayDeque<>();

  /**
   * Creates the law; no connection waits yet.
   *
   * @param maxConnections at least 1
   * @param backlog at least 0
   * @throws IllegalArgumentException if one is out of its range
   */
  public ConnectionLimit(ServerView view, int maxConnections, int backlog) {
    if (maxConnections < 1 || backlog < 0) {
      throw new IllegalArgumentException(
          "maxConnections must be at least 1 and backlog at least 0, got "
              + maxConnections
              + " and "
              + backlog);
    }
    this.view = view;
    this.maxConnections = maxConnections;
    this.backlog = backlog;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Entrance connection(Hello hello, long nowNanos) {
    if (waiting.isEmpty() && view.connections() < maxConnections) {
      return Entrance.ADMIT;
    }
    if (waiting.size() >= backlog) {
      return Entrance.REFUSE;
    }
    waiting.add(hello);
    return Entrance.WAIT;
  }

  @Override
  public Hello release(long nowNanos) {
    return view.connections() < maxConnections ? waiting.poll() : null;
  }
}

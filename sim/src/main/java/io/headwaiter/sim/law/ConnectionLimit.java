package io.headwaiter.sim.law;

import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Static concurrency as Tomcat has it, and a proxy's server: so many connections may be open, the
 * next so many wait in the kernel's backlog, and nobody else gets in.
 *
 * <pre>
 *   c &lt; maxConnections   let in
 *   else b &lt; backlog     waits, first come, first served
 *   else                 refused
 *   c  connections that are open, b  connections that wait
 * </pre>
 *
 * <p>The backlog is the kernel's: it does not know whose visit is under way, nor who has left, so
 * those who have left are accepted in their turn, and noticed then. What was made kinder than it
 * is: beyond the backlog, a kernel answers nothing and the client tries again and again; here he is
 * refused.
 *
 * <p>Source: Apache Tomcat, HTTP connector, {@code maxConnections} (8192 as it comes) and {@code
 * acceptCount} (100); HAProxy, {@code maxconn} of a server and its queue.
 */
public final class ConnectionLimit implements Law {
  /** Its name. */
  public static final String NAME = "static-connections";

  /** Tomcat's {@code maxConnections} as it comes. */
  public static final int MAX_CONNECTIONS = 8192;

  /** Tomcat's {@code acceptCount} as it comes. */
  public static final int BACKLOG = 100;

  private final ServerView view;
  private final int maxConnections;
  private final int backlog;
  private final Queue<Hello> waiting = new ArrayDeque<>();

  /**
   * Nobody waits yet.
   *
   * @param maxConnections at least 1
   * @param backlog at least 0
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

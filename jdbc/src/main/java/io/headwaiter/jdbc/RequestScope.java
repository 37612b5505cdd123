package io.headwaiter.jdbc;

import io.headwaiter.core.api.UserApi;
import io.headwaiter.jdbc.proxy.ConnectionHandle;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The database connections of one request. A scope belongs to a request and not to a thread: a
 * thread that serves a piece of the request, platform or virtual, calls {@link #enter} and {@link
 * #leave}, one piece after the other. {@link RequestScopeFilter} does all this for servlets.
 *
 * <pre>{@code
 * RequestScope scope = new RequestScope("/search", deadlineNanos, listener);
 * RequestScope previous = scope.enter();
 * try {
 *   serve();
 * } finally {
 *   scope.leave(previous);
 *   scope.end(true);
 * }
 * }</pre>
 */
@UserApi
public final class RequestScope {
  /** The deadline of requests that have none. */
  public static final long NO_DEADLINE = Long.MAX_VALUE;

  /** The attribute of the servlet request in which the filter stores the scope. */
  public static final String ATTRIBUTE = RequestScope.class.getName();

  private static final System.Logger LOG = System.getLogger(RequestScope.class.getName());
  private static final ThreadLocal<RequestScope> CURRENT = new ThreadLocal<>();

  private final String type;
  private final long deadlineNanos;
  private final RequestListener listener;

  /** The newest lease; leases form a linked list. */
  private volatile @Nullable RequestConnections leases;

  private volatile boolean parked;
  private volatile boolean ended;
  private volatile int leaks;

  /**
   * @param type the type of the request; the adaptive policy learns by it
   * @param deadlineNanos the {@link System#nanoTime} at which its client gives up, so that the
   *     request waits for no connection any longer; or {@link #NO_DEADLINE}
   * @param listener is called at the end
   */
  public RequestScope(String type, long deadlineNanos, RequestListener listener) {
    this.type = type;
    this.deadlineNanos = deadlineNanos;
    this.listener = listener;
  }

  /** Returns the request that this thread serves now, or null. */
  public static RequestScope current() {
    return CURRENT.get();
  }

  /** Starts a piece of the request on this thread. Returns the argument for {@link #leave}. */
  public RequestScope enter() {
    RequestScope previous = CURRENT.get();
    CURRENT.set(this);
    if (parked) {
      parked = false;
    }
    return previous;
  }

  /** Ends this thread's piece of the request. */
  public void leave(RequestScope previous) {
    if (previous == null) {
      CURRENT.remove();
    } else {
      CURRENT.set(previous);
    }
  }

  /**
   * Parks the request: it goes on later, on another thread and after an unknown time. Idle
   * connections are given back, and connections that are closed meanwhile are not kept. Ends with
   * the next {@link #enter}.
   */
  public void park() {
    parked = true;
    for (RequestConnections connections = leases;
        connections != null;
        connections = connections.next) {
      connections.park();
    }
  }

  /**
   * Ends the request: all its connections go back, also those that the application forgot to close,
   * which are reported. Further calls do nothing. A connection that is taken under an ended request
   * is given back when it is closed.
   *
   * @param succeeded whether the request was served as its type usually is
   */
  public void end(boolean succeeded) {
    RequestConnections all;
    synchronized (this) {
      if (ended) {
        return;
      }
      ended = true;
      all = leases;
    }
    if (all == null) {
      return;
    }
    int found = 0;
    for (RequestConnections connections = all;
        connections != null;
        connections = connections.next) {
      List<ConnectionHandle> leaked = connections.end(succeeded);
      found += leaked.size();
      for (ConnectionHandle handle : leaked) {
        connections.source.leaked(type, handle.place());
      }
    }
    leaks = found;
    try {
      listener.ended(use());
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.WARNING, "The listener for requests failed", e);
    }
  }

  /**
   * Returns what the request has used of the pools. Of connections that it still has, only the
   * takes and the waits count. Complete when the request has ended.
   */
  public RequestUse use() {
    RequestUse.Sum sum = new RequestUse.Sum();
    for (RequestConnections connections = leases;
        connections != null;
        connections = connections.next) {
      connections.addTo(sum);
    }
    return sum.of(type, leaks);
  }

  /** Returns whether {@link #end} was called. */
  public boolean isEnded() {
    return ended;
  }

  /** Returns the type of the request. */
  public String type() {
    return type;
  }

  /** Returns whether no connection is to be kept now. */
  boolean isParked() {
    return parked || ended;
  }

  boolean hasDeadline() {
    return deadlineNanos != NO_DEADLINE;
  }

  /** Returns when its client gives up, or {@link #NO_DEADLINE}. */
  long deadlineNanos() {
    return deadlineNanos;
  }

  /** Returns how much of its time is left; undefined if it has no deadline. */
  long leftNanos(long nowNanos) {
    return deadlineNanos - nowNanos;
  }

  /** Returns this request's lease on a pool; null if it has none and the request has ended. */
  @Nullable RequestConnections lease(RequestWideDataSource source) {
    RequestConnections connections = find(source);
    return connections == null && !ended ? begin(source) : connections;
  }

  private @Nullable RequestConnections find(RequestWideDataSource source) {
    RequestConnections connections = leases;
    while (connections != null && connections.source != source) {
      connections = connections.next;
    }
    return connections;
  }

  private synchronized @Nullable RequestConnections begin(RequestWideDataSource source) {
    RequestConnections connections = find(source);
    if (connections == null && !ended) {
      connections = new RequestConnections(source, this, leases, source.holdings(type));
      leases = connections;
    }
    return connections;
  }
}

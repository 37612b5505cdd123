package io.headwaiter.jdbc;

import java.util.List;

/**
 * One request, as far as its connections are concerned. It is keyed on the request and not on a
 * thread: whoever serves a piece of the request calls {@link #enter} and {@link #leave} on its
 * thread, platform or virtual, one piece after the other. {@link RequestScopeFilter} does all this
 * for servlets.
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
public final class RequestScope {
  /** A deadline for requests that have none. */
  public static final long NO_DEADLINE = Long.MAX_VALUE;

  /** The servlet request's attribute under which the filter leaves the scope. */
  public static final String ATTRIBUTE = RequestScope.class.getName();

  private static final System.Logger LOG = System.getLogger(RequestScope.class.getName());
  private static final ThreadLocal<RequestScope> CURRENT = new ThreadLocal<>();

  private final String type;
  private final long deadlineNanos;
  private final RequestListener listener;

  /** The newest; they form a list. */
  private volatile Lease leases;

  private volatile boolean parked;
  private volatile boolean ended;
  private volatile int leaks;

  /**
   * @param type what kind of request this is; the adaptive policy learns by it
   * @param deadlineNanos the {@link System#nanoTime} at which its client gives up, so that no
   *     connection is waited for any longer; or {@link #NO_DEADLINE}
   * @param listener is told at the end
   */
  public RequestScope(String type, long deadlineNanos, RequestListener listener) {
    this.type = type;
    this.deadlineNanos = deadlineNanos;
    this.listener = listener;
  }

  /** The request that this thread serves now, or null. */
  public static RequestScope current() {
    return CURRENT.get();
  }

  /** This thread serves a piece of the request. Returns what {@link #leave} has to be given. */
  public RequestScope enter() {
    RequestScope previous = CURRENT.get();
    CURRENT.set(this);
    if (parked) {
      parked = false;
    }
    return previous;
  }

  /** This thread has served its piece. */
  public void leave(RequestScope previous) {
    if (previous == null) {
      CURRENT.remove();
    } else {
      CURRENT.set(previous);
    }
  }

  /**
   * The request goes on later, on another thread and after a time that nobody knows: what lies idle
   * is given back, and what is closed meanwhile is not kept. Ends with the next {@link #enter}.
   */
  public void park() {
    parked = true;
    for (Lease lease = leases; lease != null; lease = lease.next) {
      lease.park();
    }
  }

  /**
   * The request is over: all its connections go back, also those that the application forgot to
   * close, which are reported. Further calls do nothing; connections that are asked for under an
   * ended request are given back when they are closed.
   *
   * @param succeeded whether the request was served as its type usually is
   */
  public void end(boolean succeeded) {
    Lease all;
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
    for (Lease lease = all; lease != null; lease = lease.next) {
      List<ConnectionHandle> leaked = lease.end(succeeded);
      found += leaked.size();
      for (ConnectionHandle handle : leaked) {
        lease.source.leaked(type, handle.place());
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
   * What the request has had of the pools: of connections that it still has, only the takes and the
   * waits. Complete when it has ended.
   */
  public RequestUse use() {
    RequestUse.Sum sum = new RequestUse.Sum();
    for (Lease lease = leases; lease != null; lease = lease.next) {
      lease.addTo(sum);
    }
    return sum.of(type, leaks);
  }

  /** Whether {@link #end} was called. */
  public boolean isEnded() {
    return ended;
  }

  /** The kind of request. */
  public String type() {
    return type;
  }

  /** Whether nothing is to be kept now. */
  boolean isParked() {
    return parked || ended;
  }

  boolean hasDeadline() {
    return deadlineNanos != NO_DEADLINE;
  }

  /** When its client gives up, or {@link #NO_DEADLINE}. */
  long deadlineNanos() {
    return deadlineNanos;
  }

  /** How much of its time is left; nothing that means anything if it has no deadline. */
  long leftNanos(long nowNanos) {
    return deadlineNanos - nowNanos;
  }

  /** What this request has of a pool, or null if it is over. */
  Lease lease(RequestWideDataSource source) {
    Lease lease = find(source);
    return lease == null && !ended ? begin(source) : lease;
  }

  private Lease find(RequestWideDataSource source) {
    Lease lease = leases;
    while (lease != null && lease.source != source) {
      lease = lease.next;
    }
    return lease;
  }

  private synchronized Lease begin(RequestWideDataSource source) {
    Lease lease = find(source);
    if (lease == null && !ended) {
      lease = new Lease(source, this, leases, source.holdings(type));
      leases = lease;
    }
    return lease;
  }
}

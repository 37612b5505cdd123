package io.headwaiter.baseline;

import com.netflix.concurrency.limits.Limiter;
import com.netflix.concurrency.limits.limiter.SimpleLimiter;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Passes as many requests at a time as a limiter has permits; the others get 503. The filter
 * returns a permit once, when the request is over, an asynchronous one included, and tells the
 * limiter how the request ended:
 *
 * <table>
 *   <caption>Outcomes</caption>
 *   <tr><td>a reply below 500</td><td>success: its time counts</td></tr>
 *   <tr><td>503 or 504 by the servlet, or an asynchronous timeout</td><td>dropped: a resource
 *       behind the servlet is overloaded, the limit may fall</td></tr>
 *   <tr><td>an exception, or another reply from 500</td><td>ignored: its time does
 *       not count</td></tr>
 * </table>
 *
 * <p>Thread-safe.
 */
public final class ConcurrencyLimitFilter implements Filter {
  private final SimpleLimiter<Void> limiter;

  ConcurrencyLimitFilter(SimpleLimiter<Void> limiter) {
    this.limiter = limiter;
  }

  /** Returns how many requests hold a permit now. */
  public int inflight() {
    return limiter.getInflight();
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    Optional<Limiter.Listener> permit = limiter.acquire(null);
    if (permit.isEmpty()) {
      refuse((HttpServletResponse) response);
      return;
    }
    Outcome outcome = new Outcome(permit.get(), (HttpServletResponse) response);
    boolean returned = false;
    try {
      chain.doFilter(request, response);
      returned = true;
    } finally {
      if (!returned) {
        outcome.failed();
      }
      if (!request.isAsyncStarted() || !outcome.listenTo(request)) {
        outcome.end();
      }
    }
  }

  private static void refuse(HttpServletResponse response) throws IOException {
    // Not sendError: an error page would cost more than the refusal.
    response.setStatus(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
    response.setHeader("Retry-After", "1");
    response.setContentType("text/plain");
    response.getWriter().print("Concurrency limit exceeded");
  }

  /** The outcome of one request; returns its permit at the end, once. */
  private static final class Outcome implements AsyncListener {
    private final Limiter.Listener permit;
    private final HttpServletResponse response;
    private final AtomicBoolean ended = new AtomicBoolean();
    private volatile boolean failed;
    private volatile boolean timedOut;

    Outcome(Limiter.Listener permit, HttpServletResponse response) {
      this.permit = permit;
      this.response = response;
    }

    /** Returns false if the asynchronous request is over already. */
    boolean listenTo(ServletRequest request) {
      try {
        request.getAsyncContext().addListener(this);
        return true;
      } catch (IllegalStateException e) {
        return false;
      }
    }

    void failed() {
      failed = true;
    }

    void end() {
      if (!ended.compareAndSet(false, true)) {
        return;
      }
      int status = response.getStatus();
      if (timedOut
          || status == HttpServletResponse.SC_SERVICE_UNAVAILABLE
          || status == HttpServletResponse.SC_GATEWAY_TIMEOUT) {
        permit.onDropped();
      } else if (failed || status >= HttpServletResponse.SC_INTERNAL_SERVER_ERROR) {
        permit.onIgnore();
      } else {
        permit.onSuccess();
      }
    }

    @Override
    public void onComplete(AsyncEvent event) {
      end();
    }

    @Override
    public void onTimeout(AsyncEvent event) {
      timedOut = true;
    }

    @Override
    public void onError(AsyncEvent event) {
      failed = true;
    }

    @Override
    public void onStartAsync(AsyncEvent event) {
      // Started again in a dispatch; the container has dropped its listeners.
      event.getAsyncContext().addListener(this);
    }
  }
}

package io.headwaiter.jdbc;

import io.headwaiter.core.api.UserApi;
import io.headwaiter.core.profile.ConnectionUseRecorder;
import io.headwaiter.core.profile.ReplyStatus;
import io.headwaiter.core.profile.RequestType;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Gives each request its {@link RequestScope}, from its first dispatch to its end, also if it is
 * asynchronous. Answers with 503 and Retry-After when there was no connection for it. Map the
 * filter first, to all addresses, for the dispatcher types REQUEST, ASYNC and ERROR, with async
 * supported; forwards and includes run within the scope and need no mapping. Behind a Headwaiter
 * connector it reports to the profile of requests what each request used of the pools.
 */
@UserApi
public final class RequestScopeFilter implements Filter {
  private static final System.Logger LOG = System.getLogger(RequestScopeFilter.class.getName());
  private static final int CAUSES_MAX = 20;

  /** Least time for the database work of an error page, unless the deadline is shorter. */
  private static final Duration RESERVE = Duration.ofSeconds(1);

  private final Function<HttpServletRequest, String> types;
  private final RequestListener listener;
  private final RefusalReports refusals = new RefusalReports(System::nanoTime);
  private @Nullable Duration deadline;
  private int retryAfterSeconds;

  /** Sets no deadline, 5 s to retry, and the types of the profile of requests. */
  public RequestScopeFilter() {
    this(null, 5);
  }

  /**
   * Makes a filter with the types of the profile of requests ({@link ConnectionUseRecorder#typeOf})
   * and no other listener.
   *
   * @param deadline time from the first dispatch after which a client gives up; null for none. An
   *     error page has what is left of it, but at least a second, or the deadline if that is
   *     shorter
   * @param retryAfterSeconds seconds to wait that a client is told when there was no connection
   */
  public RequestScopeFilter(@Nullable Duration deadline, int retryAfterSeconds) {
    this(RequestScopeFilter::typeOf, deadline, retryAfterSeconds, RequestListener.NONE);
  }

  /** Returns the type of the path as the container has decoded it, as in connectors and logs. */
  static String typeOf(HttpServletRequest request) {
    String rest = request.getPathInfo() == null ? "" : request.getPathInfo();
    String path = request.getContextPath() + request.getServletPath() + rest;
    return request.getAttribute(ConnectionUseRecorder.ATTRIBUTE)
            instanceof ConnectionUseRecorder recorder
        ? recorder.typeOf(path)
        : RequestType.ofPath(path);
  }

  /**
   * @param types names the type of a request; the adaptive policy learns by it
   * @param deadline time from the first dispatch after which a client gives up; null for none. An
   *     error page has what is left of it, but at least a second, or the deadline if that is
   *     shorter
   * @param retryAfterSeconds seconds to wait that a client is told when there was no connection
   * @param listener is told what each request used of the pools
   */
  public RequestScopeFilter(
      Function<HttpServletRequest, String> types,
      @Nullable Duration deadline,
      int retryAfterSeconds,
      RequestListener listener) {
    if (deadline != null
        && (deadline.isNegative()
            || deadline.isZero()
            || deadline.compareTo(HoldingOptions.LONGEST) > 0)) {
      throw new IllegalArgumentException(
          "The deadline of requests is "
              + deadline
              + "; give more than 0 and at most a day, or null for none.");
    }
    if (retryAfterSeconds < 0) {
      throw new IllegalArgumentException(
          "retryAfterSeconds is " + retryAfterSeconds + "; give 0 or more.");
    }
    this.types = types;
    this.deadline = deadline;
    this.retryAfterSeconds = retryAfterSeconds;
    this.listener = listener;
  }

  /** Reads the init parameters {@code deadlineMillis} and {@code retryAfterSeconds} of web.xml. */
  @Override
  public void init(FilterConfig config) throws ServletException {
    try {
      Map<String, String> attributes = new HashMap<>();
      for (String name : Collections.list(config.getInitParameterNames())) {
        attributes.put(name, config.getInitParameter(name));
      }
      HoldingAttributes.only(attributes, Set.of("deadlineMillis", "retryAfterSeconds"));
      if (attributes.containsKey("deadlineMillis")) {
        deadline = HoldingAttributes.millis(attributes, "deadlineMillis", Duration.ZERO, 1);
      }
      retryAfterSeconds =
          HoldingAttributes.seconds(attributes, "retryAfterSeconds", retryAfterSeconds);
    } catch (IllegalArgumentException e) {
      throw new ServletException(e.getMessage(), e);
    }
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    if (!(request instanceof HttpServletRequest http)
        || !(response instanceof HttpServletResponse answer)) {
      chain.doFilter(request, response);
      return;
    }
    RequestScope scope = scopeOf(http);
    if (scope != null && scope == RequestScope.current()) {
      // A forward, an include or an error page within the request.
      chain.doFilter(request, response);
      return;
    }
    if (scope == null || scope.isEnded()) {
      scope = new RequestScope(types.apply(http), deadlineNanos(scope), listeners(http));
      http.setAttribute(RequestScope.ATTRIBUTE, scope);
    }
    serve(scope, http, answer, chain);
  }

  private static @Nullable RequestScope scopeOf(HttpServletRequest request) {
    return request.getAttribute(RequestScope.ATTRIBUTE) instanceof RequestScope scope
        ? scope
        : null;
  }

  /** Returns the listeners, the profile first: it looks at the turn that this thread is in. */
  private RequestListener listeners(HttpServletRequest request) {
    if (!(request.getAttribute(ConnectionUseRecorder.ATTRIBUTE)
        instanceof ConnectionUseRecorder recorder)) {
      return listener;
    }
    RequestListener profile = RequestListener.telling(recorder);
    return listener == RequestListener.NONE ? profile : profile.then(listener);
  }

  /**
   * @param ended the ended scope that the request had before; null at its first dispatch
   */
  private long deadlineNanos(@Nullable RequestScope ended) {
    if (deadline == null) {
      return RequestScope.NO_DEADLINE;
    }
    long now = System.nanoTime();
    return ended == null
        ? now + deadline.toNanos()
        : deadlineAgainNanos(ended.deadlineNanos(), deadline, now);
  }

  /**
   * Returns the deadline of an error page, after its client has waited for the request already: the
   * first deadline, but at least a second from now, or the deadline's length if that is shorter. So
   * an idle database can serve a page that needs it.
   */
  static long deadlineAgainNanos(long firstNanos, Duration deadline, long nowNanos) {
    Duration reserve = deadline.compareTo(RESERVE) < 0 ? deadline : RESERVE;
    long least = nowNanos + reserve.toNanos();
    return firstNanos - least < 0 ? least : firstNanos;
  }

  private void serve(
      RequestScope scope, HttpServletRequest request, HttpServletResponse answer, FilterChain chain)
      throws IOException, ServletException {
    boolean returned = false;
    RequestScope previous = scope.enter();
    try {
      chain.doFilter(request, answer);
      returned = true;
    } catch (IOException | ServletException | RuntimeException e) {
      ConnectionUnavailableException unavailable = unavailableIn(e);
      if (unavailable == null || answer.isCommitted()) {
        throw e;
      }
      refusals.log(scope.type(), unavailable);
      refuse(answer);
      complete(request);
    } finally {
      scope.leave(previous);
      if (request.isAsyncStarted()) {
        goOnLater(scope, request);
      } else {
        scope.end(returned && !ReplyStatus.isFailed(answer.getStatus()));
      }
    }
  }

  /**
   * Completes an asynchronous request: the code that called startAsync has failed, and the
   * container does not know that.
   */
  private static void complete(HttpServletRequest request) {
    if (!request.isAsyncStarted()) {
      return;
    }
    try {
      request.getAsyncContext().complete();
    } catch (IllegalStateException e) {
      LOG.log(System.Logger.Level.DEBUG, "A refused request was completed or dispatched", e);
    }
  }

  private static void goOnLater(RequestScope scope, HttpServletRequest request) {
    scope.park();
    try {
      request.getAsyncContext().addListener(new End(scope));
    } catch (IllegalStateException e) {
      // The request is over already, so that no event would come.
      scope.end(false);
    }
  }

  /** Returns the error itself or a cause of it of this class; null if there is none. */
  private static @Nullable ConnectionUnavailableException unavailableIn(Throwable error) {
    Throwable cause = error;
    for (int depth = 0; cause != null && depth < CAUSES_MAX; depth++) {
      if (cause instanceof ConnectionUnavailableException unavailable) {
        return unavailable;
      }
      cause = cause.getCause();
    }
    return null;
  }

  private void refuse(HttpServletResponse answer) throws IOException {
    answer.reset();
    answer.setStatus(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
    answer.setIntHeader("Retry-After", retryAfterSeconds);
    answer.setContentType("text/plain;charset=UTF-8");
    answer.getWriter().write("The server is busy. Please try again in a few seconds.\n");
  }

  /** Ends the scope when the container has finished an asynchronous request, however it ends. */
  private static final class End implements AsyncListener {
    private final RequestScope scope;

    End(RequestScope scope) {
      this.scope = scope;
    }

    @Override
    public void onComplete(AsyncEvent event) {
      scope.end(
          event.getThrowable() == null
              && event.getSuppliedResponse() instanceof HttpServletResponse answer
              && !ReplyStatus.isFailed(answer.getStatus()));
    }

    /** Does nothing: the container completes or dispatches after this. */
    @Override
    public void onTimeout(AsyncEvent event) {}

    /**
     * Ends the scope now and not on completion: Tomcat 11.0.25 never reports completion if the
     * servlet failed in the dispatch that began to be asynchronous. A later dispatch to an error
     * page gets a scope of its own, as every error page does.
     */
    @Override
    public void onError(AsyncEvent event) {
      scope.end(false);
    }

    /** Does nothing: listeners do not survive a new start, and the filter adds a new one. */
    @Override
    public void onStartAsync(AsyncEvent event) {}
  }
}

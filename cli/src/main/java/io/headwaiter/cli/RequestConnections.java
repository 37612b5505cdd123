package io.headwaiter.cli;

import io.headwaiter.apps.PageServlet;
import io.headwaiter.core.holding.HoldingModel;
import io.headwaiter.jdbc.HoldingCounts;
import io.headwaiter.jdbc.HoldingOptions;
import io.headwaiter.jdbc.HoldingPolicy;
import io.headwaiter.jdbc.RequestScopeFilter;
import io.headwaiter.jdbc.RequestWideDataSource;
import io.headwaiter.jdbc.pool.PoolAdapter;
import jakarta.servlet.DispatcherType;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import javax.sql.DataSource;
import org.apache.catalina.Context;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;

/**
 * Lends the shop's connections to its requests; the profile then shows how requests use them. The
 * policy can be changed while the shop is served. Thread-safe.
 */
final class RequestConnections {
  private static final String FILTER = "headwaiter-request-scope";
  private static final String REQUEST_ALWAYS = "request-always";

  private final Map<String, RequestWideDataSource> sources = new TreeMap<>();
  private final ChangingDataSource current;
  private final Duration deadline;
  private volatile String policy;

  /**
   * Wraps a pool.
   *
   * @param policy the first policy
   * @param patience longest wait for a connection
   * @param deadline of requests: their waits and their calls to the database end then; null for
   *     none
   */
  RequestConnections(PoolAdapter pool, HoldingPolicy policy, Duration patience, Duration deadline) {
    this.deadline = deadline;
    HoldingOptions options = HoldingOptions.defaults().timeout(patience);
    for (HoldingPolicy each : HoldingPolicy.values()) {
      sources.put(name(each), new RequestWideDataSource(pool, options.policy(each)));
    }
    HoldingOptions always = options.policy(HoldingPolicy.REQUEST).reclaim(Duration.ZERO);
    sources.put(REQUEST_ALWAYS, new RequestWideDataSource(pool, always));
    this.policy = name(policy);
    this.current = new ChangingDataSource(sources.get(this.policy));
  }

  private static String name(HoldingPolicy policy) {
    return policy.name().toLowerCase(Locale.ROOT);
  }

  /**
   * Sets how long requests that begin from now on keep a connection. The adaptive policy still has
   * what it learned when it was on before.
   *
   * @param name transaction, request, adaptive, or request-always: to the end of the request,
   *     however long others wait
   * @throws IllegalArgumentException when it is none of these
   */
  void policy(String name) {
    RequestWideDataSource source = sources.get(name);
    if (source == null) {
      throw new IllegalArgumentException("it must be one of " + sources.keySet());
    }
    current.become(source);
    policy = name;
  }

  /** Returns the policy of requests that begin now. */
  String policy() {
    return policy;
  }

  /** Returns the counts so far, under all policies. */
  HoldingCounts counts() {
    return sources.values().stream()
        .map(RequestWideDataSource::counts)
        .reduce(HoldingCounts::plus)
        .orElseThrow();
  }

  /** Returns why the adaptive policy decides so, by type of request; empty under another one. */
  Map<String, List<HoldingModel.Verdict>> verdicts() {
    return policy.equals(name(HoldingPolicy.ADAPTIVE)) ? sources.get(policy).verdicts() : Map.of();
  }

  /**
   * Puts the filter before all servlets and other filters of a context; call it before the context
   * starts.
   *
   * @return the source of the servlets' connections
   */
  DataSource install(Context context) {
    FilterDef definition = new FilterDef();
    definition.setFilterName(FILTER);
    definition.setFilter(new RequestScopeFilter(deadline, PageServlet.RETRY_AFTER_SECONDS));
    definition.setAsyncSupported("true");
    context.addFilterDef(definition);
    FilterMap map = new FilterMap();
    map.setFilterName(FILTER);
    map.addURLPattern("/*");
    for (DispatcherType type :
        List.of(DispatcherType.REQUEST, DispatcherType.ASYNC, DispatcherType.ERROR)) {
      map.setDispatcher(type.name());
    }
    // It is there first, so that filters that initializers add to the front come after it.
    context.addFilterMapBefore(map);
    return current;
  }
}

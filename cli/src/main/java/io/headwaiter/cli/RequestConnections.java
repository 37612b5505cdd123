package io.headwaiter.cli;

import io.headwaiter.apps.DataSources;
import io.headwaiter.apps.PageServlet;
import io.headwaiter.jdbc.HoldingOptions;
import io.headwaiter.jdbc.HoldingPolicy;
import io.headwaiter.jdbc.PoolAdapter;
import io.headwaiter.jdbc.RequestScopeFilter;
import io.headwaiter.jdbc.RequestWideDataSource;
import jakarta.servlet.DispatcherType;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.apache.catalina.Context;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;

/** Lends the shop's connections to its requests, which are then profiled with what they had. */
final class RequestConnections {
  private static final String FILTER = "request-scope";
  private static final Duration NO_DEADLINE = null;

  private RequestConnections() {}

  /**
   * Puts the filter before all servlets of a context; call it before the context starts.
   *
   * @return what the servlets take their connections from
   */
  static DataSource install(Context context, PoolAdapter pool, HoldingPolicy policy) {
    FilterDef definition = new FilterDef();
    definition.setFilterName(FILTER);
    definition.setFilter(new RequestScopeFilter(NO_DEADLINE, PageServlet.RETRY_AFTER_SECONDS));
    definition.setAsyncSupported("true");
    context.addFilterDef(definition);
    FilterMap map = new FilterMap();
    map.setFilterName(FILTER);
    map.addURLPattern("/*");
    for (DispatcherType type :
        List.of(DispatcherType.REQUEST, DispatcherType.ASYNC, DispatcherType.ERROR)) {
      map.setDispatcher(type.name());
    }
    context.addFilterMap(map);
    return new RequestWideDataSource(
        pool, HoldingOptions.defaults().policy(policy).timeout(DataSources.CONNECTION_PATIENCE));
  }
}

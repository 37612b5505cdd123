package io.headwaiter.jdbc;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServlet;
import java.util.EnumSet;
import org.eclipse.jetty.ee10.servlet.ErrorPageErrorHandler;
import org.eclipse.jetty.ee10.servlet.FilterHolder;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;

/** An embedded Jetty with the servlets of EE 10. */
final class JettyServletHost implements ServletHost {
  private final Server server = new Server();
  private final ServletContextHandler context = new ServletContextHandler("/app");
  private final ErrorPageErrorHandler errors = new ErrorPageErrorHandler();
  private Handler outermost = context;

  @Override
  public void filter(Filter filter) {
    FilterHolder holder = new FilterHolder(filter);
    holder.setAsyncSupported(true);
    context.addFilter(holder, "/*", EnumSet.allOf(DispatcherType.class));
  }

  @Override
  public void attribute(String name, Object value) {
    outermost =
        new Handler.Wrapper(outermost) {
          @Override
          public boolean handle(Request request, Response response, Callback callback)
              throws Exception {
            request.setAttribute(name, value);
            return super.handle(request, response, callback);
          }
        };
  }

  @Override
  public void page(HttpServlet page, String... patterns) {
    ServletHolder holder = new ServletHolder(patterns[0], page);
    holder.setAsyncSupported(true);
    for (String pattern : patterns) {
      context.addServlet(holder, pattern);
    }
  }

  @Override
  public void errorPage(int status, String path) {
    errors.addErrorPage(status, path);
  }

  @Override
  public int start() throws Exception {
    context.setErrorHandler(errors);
    ServerConnector connector = new ServerConnector(server, 1, 1);
    connector.setHost("127.0.0.1");
    server.addConnector(connector);
    server.setHandler(outermost);
    server.start();
    return connector.getLocalPort();
  }

  @Override
  public void stop() throws Exception {
    server.stop();
  }
}

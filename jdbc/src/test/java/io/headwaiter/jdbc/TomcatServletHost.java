package io.headwaiter.jdbc;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.catalina.Context;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.startup.Tomcat;
import org.apache.catalina.valves.ValveBase;
import org.apache.tomcat.util.descriptor.web.ErrorPage;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;

/** An embedded Tomcat. */
final class TomcatServletHost implements ServletHost {
  private final Tomcat tomcat = new Tomcat();
  private final Context context;

  TomcatServletHost() {
    Path folder = Path.of("target", "test-tomcat", Long.toString(ProcessHandle.current().pid()));
    try {
      folder = Files.createDirectories(folder).toAbsolutePath();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    tomcat.setBaseDir(folder.toString());
    Connector connector = new Connector();
    connector.setPort(0);
    connector.setProperty("address", "127.0.0.1");
    tomcat.setConnector(connector);
    tomcat.setSilent(true);
    context = tomcat.addContext("/app", folder.toString());
  }

  @Override
  public void filter(Filter filter) {
    FilterDef definition = new FilterDef();
    definition.setFilterName("scope");
    definition.setFilter(filter);
    definition.setAsyncSupported("true");
    context.addFilterDef(definition);
    FilterMap everywhere = new FilterMap();
    everywhere.setFilterName("scope");
    everywhere.addURLPattern("/*");
    for (DispatcherType type : DispatcherType.values()) {
      everywhere.setDispatcher(type.name());
    }
    context.addFilterMap(everywhere);
  }

  @Override
  public void attribute(String name, Object value) {
    context
        .getPipeline()
        .addValve(
            new ValveBase(/* asyncSupported= */ true) {
              @Override
              public void invoke(Request request, Response response)
                  throws IOException, ServletException {
                request.setAttribute(name, value);
                getNext().invoke(request, response);
              }
            });
  }

  @Override
  public void page(HttpServlet page, String... patterns) {
    Tomcat.addServlet(context, patterns[0], page).setAsyncSupported(true);
    for (String pattern : patterns) {
      context.addServletMapping(pattern, patterns[0]);
    }
  }

  @Override
  public void errorPage(int status, String path) {
    ErrorPage page = new ErrorPage();
    page.setErrorCode(status);
    page.setLocation(path);
    context.addErrorPage(page);
  }

  @Override
  public int start() throws Exception {
    tomcat.start();
    return tomcat.getConnector().getLocalPort();
  }

  @Override
  public void stop() throws Exception {
    tomcat.stop();
    tomcat.destroy();
  }
}

package io.headwaiter.e2e.start;

import io.headwaiter.front.config.HeadwaiterOption;
import io.headwaiter.jetty.HeadwaiterConnector;
import io.headwaiter.jetty.WorkerThreadPool;
import io.headwaiter.tomcat.HeadwaiterProtocol;
import io.headwaiter.tomcat.TestKeys;
import io.headwaiter.tomcat.TestShop;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.apache.catalina.Context;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.jasper.servlet.JasperInitializer;
import org.apache.jasper.servlet.JspServlet;
import org.apache.tomcat.InstanceManager;
import org.apache.tomcat.SimpleInstanceManager;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.jetty.JettyWebServer;
import org.springframework.boot.jetty.autoconfigure.servlet.JettyServletWebServerAutoConfiguration;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;

/**
 * A protected server in a process of its own, with only those settings that a user has to make.
 * Arguments: {@code tomcat}, {@code jetty}, {@code boot-tomcat} or {@code boot-jetty}, and the
 * folder of the web application. Pages: {@code /page}, and where there is no Spring {@code
 * /page.jsp}. Prints {@code READY} with its addresses when it accepts, and runs until it is ended.
 */
final class StartMain {
  private StartMain() {}

  public static void main(String[] args) throws Exception {
    Path folder = Path.of(args[1]);
    switch (args[0]) {
      case "tomcat" -> tomcat(folder);
      case "jetty" -> jetty(folder);
      case "boot-tomcat" -> boot(JettyServletWebServerAutoConfiguration.class);
      case "boot-jetty" ->
          boot(TomcatServletWebServerAutoConfiguration.class, HeadwaiterOnJetty.class);
      default -> throw new IllegalArgumentException("No such server: " + args[0]);
    }
    new CountDownLatch(1).await();
  }

  private static void ready(int port, InetSocketAddress admin) {
    System.out.println(
        "READY https://127.0.0.1:%d/ admin=http://127.0.0.1:%d/".formatted(port, admin.getPort()));
  }

  private static void tomcat(Path folder) throws Exception {
    Connector connector = TestShop.onFreePort();
    connector.setProperty("adminPort", "0");
    connector.addSslHostConfig(TestShop.host("_default_", "RSA"));
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(folder.resolveSibling("tomcat").toString());
    tomcat.setConnector(connector);
    Context context = tomcat.addWebapp("", folder.toString());
    Tomcat.addServlet(context, "page", new WorkServlet());
    context.addServletMapping("/page", "page");
    tomcat.start();
    HeadwaiterProtocol protocol = (HeadwaiterProtocol) connector.getProtocolHandler();
    ready(connector.getLocalPort(), protocol.adminAddressBound());
  }

  private static void jetty(Path folder) throws Exception {
    Server server = new Server(new WorkerThreadPool());
    SslContextFactory.Server tls = new SslContextFactory.Server();
    tls.setKeyStorePath(TestKeys.keystore("RSA").toString());
    tls.setKeyStorePassword(TestKeys.PASSWORD);
    HttpConfiguration http = new HttpConfiguration();
    http.addCustomizer(new SecureRequestCustomizer());
    HeadwaiterConnector connector =
        new HeadwaiterConnector(server, tls, new HttpConnectionFactory(http));
    connector.setHost("127.0.0.1");
    connector.setOption(HeadwaiterOption.ADMIN_PORT, "0");
    server.addConnector(connector);
    ServletContextHandler context = new ServletContextHandler("/", ServletContextHandler.SESSIONS);
    context.setBaseResourceAsPath(folder);
    context.setClassLoader(StartMain.class.getClassLoader());
    context.setTempDirectory(folder.resolveSibling("jsp").toFile());
    context.addServletContainerInitializer(new JasperInitializer());
    context.setAttribute(InstanceManager.class.getName(), new SimpleInstanceManager());
    context.addServlet(new WorkServlet(), "/page");
    context.addServlet(JspServlet.class, "*.jsp");
    server.setHandler(context);
    server.start();
    ready(connector.getLocalPort(), connector.adminAddressBound());
  }

  /** On Tomcat the starter is on the class path, and nothing else is wanted. */
  private static void boot(Class<?> otherContainer, Class<?>... headwaiter) throws Exception {
    Map<String, Object> properties = new HashMap<>();
    properties.put("server.port", "0");
    properties.put("server.address", "127.0.0.1");
    properties.put("server.ssl.key-store", TestKeys.keystore("RSA").toString());
    properties.put("server.ssl.key-store-password", TestKeys.PASSWORD);
    properties.put("headwaiter.admin-port", "0");
    // A user has one container on the class path.
    properties.put("spring.autoconfigure.exclude", otherContainer.getName());
    SpringApplication application = new SpringApplication(BootApplication.class);
    application.addPrimarySources(List.of(headwaiter));
    application.setDefaultProperties(properties);
    WebServer server = ((WebServerApplicationContext) application.run()).getWebServer();
    ready(server.getPort(), admin(server));
  }

  private static InetSocketAddress admin(WebServer server) {
    if (server instanceof JettyWebServer jetty) {
      return ((HeadwaiterConnector) jetty.getServer().getConnectors()[0]).adminAddressBound();
    }
    Connector connector = ((TomcatWebServer) server).getTomcat().getConnector();
    return ((HeadwaiterProtocol) connector.getProtocolHandler()).adminAddressBound();
  }
}

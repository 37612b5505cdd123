package io.headwaiter.baseline;

import java.io.IOException;
import java.net.BindException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.UnrecoverableKeyException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.coyote.http2.Http2Protocol;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.SSLHostConfigCertificate;

/**
 * An embedded Tomcat with one connector (HTTPS by default, HTTP/1.1 and HTTP/2) and one
 * application. The protocol class and the attributes of the connector are options; everything else
 * is the same for all servers that are compared.
 */
public final class TomcatServer implements AutoCloseable {
  private final Tomcat tomcat;
  private final Connector connector;
  private final Path baseDir;

  private TomcatServer(Tomcat tomcat, Connector connector, Path baseDir) {
    this.tomcat = tomcat;
    this.connector = connector;
    this.baseDir = baseDir;
  }

  /**
   * Starts a server; when this returns it accepts connections.
   *
   * @param application adds servlets to the root context
   * @throws IOException with a sentence if the server cannot start; nothing is left running then
   */
  public static TomcatServer start(TomcatOptions options, Consumer<Context> application)
      throws IOException {
    Path baseDir = Files.createTempDirectory("headwaiter-tomcat");
    return start(
        options,
        baseDir,
        tomcat -> application.accept(tomcat.addContext("", baseDir.toString())),
        () -> {});
  }

  /**
   * Starts a server with a user's application.
   *
   * @param before adds filters in front of the application's servlets to its context, and returns
   *     the source of its connections
   * @throws IOException with a sentence if the server or the application cannot start; nothing is
   *     left running then
   */
  public static TomcatServer start(
      TomcatOptions options, WarApplication war, Function<Context, DataSource> before)
      throws IOException {
    Path baseDir = Files.createTempDirectory("headwaiter-tomcat");
    Files.createDirectories(baseDir.resolve("webapps")); // where Tomcat unpacks the WAR
    return start(options, baseDir, tomcat -> war.addTo(tomcat, before), war::requireStarted);
  }

  /** A check after the start of the server. */
  private interface Check {
    void run() throws IOException;
  }

  private static TomcatServer start(
      TomcatOptions options, Path baseDir, Consumer<Tomcat> application, Check started)
      throws IOException {
    Tomcat tomcat = new Tomcat();
    TomcatServer server = new TomcatServer(tomcat, connector(options), baseDir);
    try {
      tomcat.setBaseDir(baseDir.toString());
      tomcat.setConnector(server.connector);
      application.accept(tomcat);
      tomcat.start();
    } catch (LifecycleException | RuntimeException e) {
      server.close();
      throw new IOException(sentence(options, e), e);
    }
    try {
      started.run();
    } catch (IOException e) {
      server.close();
      throw e;
    }
    return server;
  }

  /** Returns the port it listens on. */
  public int port() {
    return connector.getLocalPort();
  }

  /** Returns the connector, for inspection. */
  public Connector connector() {
    return connector;
  }

  @Override
  public void close() {
    try {
      tomcat.stop();
      tomcat.destroy();
    } catch (LifecycleException e) {
      System.getLogger(TomcatServer.class.getName())
          .log(System.Logger.Level.WARNING, "Stopping Tomcat failed", e);
    }
    delete(baseDir);
  }

  private static Connector connector(TomcatOptions options) {
    Connector connector = new Connector(options.protocol());
    connector.setPort(options.port());
    connector.setScheme("https");
    connector.setSecure(true);
    connector.setThrowOnFailure(true);
    set(connector, "address", options.address());
    set(connector, "SSLEnabled", "true");
    for (Map.Entry<String, String> attribute : options.connectorAttributes().entrySet()) {
      set(connector, attribute.getKey(), attribute.getValue());
    }
    connector.addUpgradeProtocol(new Http2Protocol());
    connector.addSslHostConfig(tls(options));
    return connector;
  }

  private static SSLHostConfig tls(TomcatOptions options) {
    SSLHostConfig host = new SSLHostConfig();
    SSLHostConfigCertificate certificate =
        new SSLHostConfigCertificate(host, SSLHostConfigCertificate.Type.UNDEFINED);
    certificate.setCertificateKeystoreFile(options.keystore().toAbsolutePath().toString());
    certificate.setCertificateKeystorePassword(options.keystorePassword());
    host.addCertificate(certificate);
    return host;
  }

  private static void set(Connector connector, String name, String value) {
    if (!connector.setProperty(name, value)) {
      throw new IllegalArgumentException(
          "The connector "
              + connector.getProtocolHandlerClassName()
              + " has no attribute "
              + name
              + ".");
    }
  }

  private static String sentence(TomcatOptions options, Throwable e) {
    Throwable root = e;
    // Tomcat wraps errors in LifecycleExceptions; the first cause that is not one says what is
    // wrong.
    while (root instanceof LifecycleException && root.getCause() != null) {
      root = root.getCause();
    }
    if (root instanceof BindException) {
      return "Port "
          + options.port()
          + " of "
          + options.address()
          + " cannot be bound ("
          + root.getMessage()
          + "). Is another server running there? Choose another port, or 0 for any free one.";
    }
    Throwable deepest = root;
    while (deepest.getCause() != null) {
      deepest = deepest.getCause();
    }
    if (deepest instanceof UnrecoverableKeyException) {
      return "The keystore "
          + options.keystore()
          + " cannot be opened: its password is wrong, or the key in it has another one.";
    }
    // Tomcat's "Error creating SSLContext" alone does not name the cause.
    String why = deepest == root ? "" : " (" + deepest.getMessage() + ")";
    return "The server cannot start: " + root.getMessage() + why;
  }

  private static void delete(Path dir) {
    try (Stream<Path> files = Files.walk(dir)) {
      List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
      for (Path file : deepestFirst) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      System.getLogger(TomcatServer.class.getName())
          .log(System.Logger.Level.DEBUG, "A temporary folder stays behind: " + dir, e);
    }
  }
}

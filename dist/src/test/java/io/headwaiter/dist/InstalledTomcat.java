package io.headwaiter.dist;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;

/**
 * Tomcat as its makers distribute it, with one jar in {@code lib} and the connector of the README.
 */
final class InstalledTomcat implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String USER = "operator:secret";
  private static final Pattern README_CONNECTOR =
      Pattern.compile(
          "```xml\\n(<Connector protocol=\"io\\.headwaiter.*?</Connector>)\\n```", Pattern.DOTALL);
  private static final Pattern STOCK_CONNECTOR =
      Pattern.compile("<Connector port=\"8080\".*?/>", Pattern.DOTALL);

  private final Certificate certificate;
  private final ServerProcess process;
  private final URI server;
  private final URI admin;

  private InstalledTomcat(Certificate certificate, ServerProcess process) {
    this.certificate = certificate;
    this.process = process;
    this.server =
        URI.create(
            "https://localhost:"
                + process.awaitInLog("Starting ProtocolHandler \\[\"https-\\S*-(\\d+)\"\\]"));
    this.admin = URI.create(process.awaitInLog("dashboard (http://\\S+)/"));
    process.awaitInLog("(Server startup in)");
  }

  /** Installs and starts it in an empty folder. */
  static InstalledTomcat start(Path folder, Path jar) throws Exception {
    Certificate certificate = Certificate.create(folder);
    Path home = folder.resolve("tomcat");
    run("cp", "-R", unpacked().toString(), home.toString());
    Files.copy(jar, home.resolve("lib").resolve(jar.getFileName()));
    change(home.resolve("conf/server.xml"), certificate.file());
    Files.writeString(
        home.resolve("conf/tomcat-users.xml"),
        "<tomcat-users><user username=\"operator\" password=\"secret\" roles=\"manager-script\"/>"
            + "</tomcat-users>");
    ServerProcess process =
        ServerProcess.start(
            List.of("sh", home.resolve("bin/catalina.sh").toString(), "run"),
            Map.of(
                "JAVA_HOME", System.getProperty("java.home"),
                "CATALINA_HOME", home.toString(),
                "CATALINA_BASE", home.toString()),
            folder.resolve("tomcat.log"));
    try {
      return new InstalledTomcat(certificate, process);
    } catch (RuntimeException e) {
      process.close();
      throw e;
    }
  }

  private static Path unpacked() {
    return Path.of("target", "tomcat", "apache-tomcat-" + System.getProperty("tomcat.version"))
        .toAbsolutePath();
  }

  private static void run(String... command) throws IOException, InterruptedException {
    int status = new ProcessBuilder(command).inheritIO().start().waitFor();
    if (status != 0) {
      throw new IOException(String.join(" ", command) + " ended with " + status);
    }
  }

  private static void change(Path serverXml, Path keys) throws IOException {
    Matcher readme = README_CONNECTOR.matcher(Files.readString(Path.of("..", "README.md")));
    if (!readme.find()) {
      throw new IllegalStateException("The README shows no connector");
    }
    String certificate =
        "<Certificate certificateKeystoreFile=\"%s\" certificateKeystorePassword=\"%s\"/>"
            .formatted(keys, Certificate.PASSWORD);
    String connector =
        replace(
            replace(replace(readme.group(1), " ... ", certificate), "\"8443\"", "\"0\""),
            "\"9180\"",
            "\"0\"");
    String stock = Files.readString(serverXml);
    Matcher plain = STOCK_CONNECTOR.matcher(stock);
    if (!plain.find()) {
      throw new IllegalStateException("Tomcat's server.xml has no connector on port 8080");
    }
    String changed = stock.substring(0, plain.start()) + connector + stock.substring(plain.end());
    Files.writeString(serverXml, replace(changed, "<Server port=\"8005\"", "<Server port=\"-1\""));
  }

  private static String replace(String text, String old, String fresh) {
    if (!text.contains(old)) {
      throw new IllegalStateException("no '" + old + "' in " + text);
    }
    return text.replace(old, fresh);
  }

  /** Deploys an application at a path, in place of what was there, and returns the answer. */
  String deploy(String path, Path war) {
    return manager("deploy?update=true&path=" + path + "&war=file:" + war.toAbsolutePath());
  }

  /** Returns what Tomcat's manager says about applications that were stopped and are still held. */
  String leaks() {
    return manager("findleaks?statusLine=true");
  }

  private String manager(String command) {
    return get("/manager/text/" + command);
  }

  /**
   * Returns a page that a new client gets. To deploy takes so much CPU time that a new client may
   * be refused right afterwards; it then comes again.
   */
  String get(String path) {
    return Awaitility.await()
        .atMost(PATIENCE)
        .ignoreExceptionsInstanceOf(IOException.class)
        .until(() -> certificate.get(server.resolve(path), USER), body -> true);
  }

  URI admin() {
    return admin;
  }

  String log() throws IOException {
    return process.log();
  }

  @Override
  public void close() {
    process.close();
  }
}

package io.headwaiter.tomcat;

import io.headwaiter.baseline.TomcatOptions;
import io.headwaiter.baseline.TomcatServer;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;

/** A protected server with one page, on a free port, for the tests of the connector. */
final class TestShop implements AutoCloseable {
  static final String PASSWORD = "headwaiter";

  private final TomcatServer server;

  private TestShop(TomcatServer server) {
    this.server = server;
  }

  static TestShop start(Path folder, Map<String, String> attributes) throws Exception {
    Map<String, String> all = new TreeMap<>(attributes);
    TomcatOptions options =
        new TomcatOptions(
            HeadwaiterProtocol.class.getName(), "127.0.0.1", 0, keystore(folder), PASSWORD, all);
    return new TestShop(TomcatServer.start(options, TestShop::install));
  }

  HeadwaiterProtocol protocol() {
    return (HeadwaiterProtocol) server.connector().getProtocolHandler();
  }

  int port() {
    return server.port();
  }

  @Override
  public void close() {
    server.close();
  }

  static synchronized Path keystore(Path folder) throws Exception {
    Path file = folder.resolve("test.p12");
    if (Files.exists(file)) {
      return file;
    }
    String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    Process process =
        new ProcessBuilder(
                List.of(
                    keytool,
                    "-genkeypair",
                    "-alias",
                    "server",
                    "-keyalg",
                    "RSA",
                    "-keysize",
                    "2048",
                    "-dname",
                    "CN=localhost",
                    "-ext",
                    "SAN=dns:localhost,ip:127.0.0.1",
                    "-validity",
                    "30",
                    "-storetype",
                    "PKCS12",
                    "-keystore",
                    file.toString(),
                    "-storepass",
                    PASSWORD))
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
      throw new IOException(output);
    }
    return file;
  }

  private static void install(Context context) {
    Tomcat.addServlet(
        context,
        "page",
        new HttpServlet() {
          @Override
          protected void doGet(HttpServletRequest request, HttpServletResponse response)
              throws IOException {
            response.setContentType("text/plain");
            response.getWriter().print("served over " + request.getProtocol());
          }
        });
    context.addServletMapping("/", "page");
  }
}

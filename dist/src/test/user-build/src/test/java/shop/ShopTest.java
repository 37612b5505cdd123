package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** An application with the starter, and nothing else of Headwaiter. */
class ShopTest {
  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Shop {}

  @Test
  void startsWithHeadwaiter(@TempDir Path folder) throws Exception {
    Path keystore = folder.resolve("keys.p12");
    String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    Process process =
        new ProcessBuilder(
                List.of(
                    keytool, "-genkeypair", "-keyalg", "RSA", "-dname", "CN=localhost",
                    "-keystore", keystore.toString(), "-storepass", "changeit"))
            .inheritIO()
            .start();
    assertEquals(0, process.waitFor());
    SpringApplication application = new SpringApplication(Shop.class);
    application.setDefaultProperties(
        Map.of(
            "server.port", "0",
            "server.address", "127.0.0.1",
            "server.ssl.key-store", keystore.toString(),
            "server.ssl.key-store-password", "changeit"));
    try (ConfigurableApplicationContext context = application.run()) {
      TomcatWebServer server =
          (TomcatWebServer) ((WebServerApplicationContext) context).getWebServer();
      assertEquals(
          "io.headwaiter.tomcat.HeadwaiterProtocol",
          server.getTomcat().getConnector().getProtocolHandler().getClass().getName());
    }
  }
}

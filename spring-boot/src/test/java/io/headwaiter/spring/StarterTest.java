package io.headwaiter.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.headwaiter.jdbc.RequestWideDataSource;
import io.headwaiter.tomcat.HeadwaiterProtocol;
import io.headwaiter.tomcat.TestKeys;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.HashMap;
import java.util.Map;
import javax.sql.DataSource;
import org.apache.coyote.AbstractProtocol;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** An application that has the starter and no code for it. */
@Tag("slow")
class StarterTest {
  /** The application. */
  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @RestController
  static class Shop {
    @GetMapping("/page")
    String page() {
      return "a page";
    }

    @Bean
    HikariDataSource pool() {
      HikariDataSource pool = new HikariDataSource();
      pool.setJdbcUrl("jdbc:h2:mem:starter");
      return pool;
    }
  }

  private static Map<String, Object> tls() throws Exception {
    Map<String, Object> properties = new HashMap<>();
    properties.put("server.ssl.key-store", TestKeys.keystore("RSA").toString());
    properties.put("server.ssl.key-store-password", TestKeys.PASSWORD);
    return properties;
  }

  private static ConfigurableApplicationContext start(Map<String, Object> more) {
    Map<String, Object> properties = new HashMap<>(more);
    properties.put("server.port", "0");
    properties.put("server.address", "127.0.0.1");
    properties.put("spring.main.banner-mode", "off");
    SpringApplication application = new SpringApplication(Shop.class);
    application.setDefaultProperties(properties);
    return application.run();
  }

  private static AbstractProtocol<?> protocol(ConfigurableApplicationContext context) {
    TomcatWebServer server =
        (TomcatWebServer) ((WebServerApplicationContext) context).getWebServer();
    return (AbstractProtocol<?>) server.getTomcat().getConnector().getProtocolHandler();
  }

  @Test
  void replacesConnectorAndServes() throws Exception {
    Map<String, Object> properties = tls();
    properties.put("headwaiter.admin-port", "0");
    try (ConfigurableApplicationContext context = start(properties)) {
      HeadwaiterProtocol connector = (HeadwaiterProtocol) protocol(context);
      assertThat(context.getBean(HeadwaiterServer.class).protocol()).hasValue(connector);
      assertThat(connector.getMaxConnections()).as("Headwaiter's own default").isEqualTo(20_000);
      assertThat(connector.getAcceptCount()).as("Headwaiter's own default").isEqualTo(1024);
      assertThat(connector.adminAddressBound()).isNotNull();
      int port = connector.getLocalPort();
      assertThat(StarterClient.get(URI.create("https://127.0.0.1:" + port + "/page")))
          .isEqualTo("a page");
      assertThat(connector.status()).containsKey("capacity");
    }
  }

  @Test
  void keepsWhatTheApplicationSets() throws Exception {
    Map<String, Object> properties = tls();
    properties.put("server.tomcat.max-connections", "500");
    properties.put("headwaiter.shadow", "true");
    try (ConfigurableApplicationContext context = start(properties)) {
      HeadwaiterProtocol connector = (HeadwaiterProtocol) protocol(context);
      assertThat(connector.getMaxConnections()).isEqualTo(500);
      assertThat(connector.status()).containsEntry("shadow", true);
      assertThat(connector.adminAddressBound()).isNull();
    }
  }

  @Test
  void leavesServerAloneIfDisabled() throws Exception {
    Map<String, Object> properties = tls();
    properties.put("headwaiter.enabled", "false");
    try (ConfigurableApplicationContext context = start(properties)) {
      assertThat(protocol(context)).isNotInstanceOf(HeadwaiterProtocol.class);
      assertThat(protocol(context).getMaxThreads()).isEqualTo(200);
      assertThat(context.getBeansOfType(HeadwaiterServer.class)).isEmpty();
    }
  }

  @Test
  void leavesServerWithoutTlsAlone() throws Exception {
    try (ConfigurableApplicationContext context = start(Map.of())) {
      AbstractProtocol<?> stock = protocol(context);
      assertThat(stock).isNotInstanceOf(HeadwaiterProtocol.class);
      assertThat(stock.getMaxThreads()).as("Tomcat's own default").isEqualTo(200);
      assertThat(stock.getMaxConnections()).as("Tomcat's own default").isEqualTo(8192);
      assertThat(context.getBean(HeadwaiterServer.class).protocol()).isEmpty();
      URI page = URI.create("http://127.0.0.1:" + stock.getLocalPort() + "/page");
      assertThat(
              HttpClient.newHttpClient()
                  .send(HttpRequest.newBuilder(page).build(), BodyHandlers.ofString())
                  .body())
          .isEqualTo("a page");
    }
  }

  @Test
  void wrongValueStopsStartWithSentence() throws Exception {
    Map<String, Object> properties = tls();
    properties.put("headwaiter.hello-deadline-millis", "soon");
    assertThatThrownBy(() -> start(properties))
        .rootCause()
        .hasMessageContaining("helloDeadlineMillis")
        .hasMessageContaining("100");
  }

  @Test
  void wrapsPoolsWhenAsked() throws Exception {
    Map<String, Object> properties = tls();
    properties.put("headwaiter.request-wide-connections", "true");
    try (ConfigurableApplicationContext context = start(properties)) {
      DataSource pool = context.getBean(DataSource.class);
      assertThat(pool).isInstanceOf(RequestWideDataSource.class);
      assertThat(pool.unwrap(HikariDataSource.class).getJdbcUrl()).isEqualTo("jdbc:h2:mem:starter");
    }
    try (ConfigurableApplicationContext context = start(tls())) {
      assertThat(context.getBean(DataSource.class)).isInstanceOf(HikariDataSource.class);
    }
  }
}

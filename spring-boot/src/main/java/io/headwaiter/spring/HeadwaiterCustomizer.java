package io.headwaiter.spring;

import io.headwaiter.front.config.HeadwaiterOption;
import io.headwaiter.front.config.HeadwaiterSettings;
import io.headwaiter.tomcat.HeadwaiterProtocol;
import java.util.Map;
import org.apache.catalina.connector.Connector;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.Ssl;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.core.Ordered;

/**
 * Replaces the HTTPS connector of Tomcat by Headwaiter's. Spring Boot does not apply it to a
 * management port of its own.
 */
final class HeadwaiterCustomizer
    implements WebServerFactoryCustomizer<TomcatServletWebServerFactory>, Ordered {
  private static final Log log = LogFactory.getLog(HeadwaiterCustomizer.class);
  // Spring Boot's own customizers have 0 and 1.
  private static final int AFTER_SPRING_BOOT = 2;

  private final SpringOptions options;
  private final HeadwaiterServer server;

  HeadwaiterCustomizer(SpringOptions options, HeadwaiterServer server) {
    this.options = options;
    this.server = server;
  }

  @Override
  public int getOrder() {
    return AFTER_SPRING_BOOT;
  }

  /**
   * Replaces the connector, unless the server has no TLS.
   *
   * @throws IllegalArgumentException with a sentence if a property has a value that is not allowed
   */
  @Override
  public void customize(TomcatServletWebServerFactory factory) {
    options.warnings().forEach(log::warn);
    if (!Ssl.isEnabled(factory.getSsl())) {
      log.warn(
          "Headwaiter is not used: it tells TLS connections apart, and this server has no"
              + " server.ssl. Set server.ssl.bundle or server.ssl.key-store, or leave the starter"
              + " out.");
      return;
    }
    Map<HeadwaiterOption, String> values = options.values();
    new HeadwaiterSettings(values, name -> null, name -> null).check();
    factory.setProtocol(HeadwaiterProtocol.class.getName());
    factory.addConnectorCustomizers(connector -> set(connector, values));
  }

  private void set(Connector connector, Map<HeadwaiterOption, String> values) {
    // Further connectors of the application may have another protocol.
    if (connector.getProtocolHandler() instanceof HeadwaiterProtocol protocol) {
      values.forEach(protocol::setOption);
      server.runs(protocol);
    }
  }
}

package io.headwaiter.e2e.start;

import io.headwaiter.front.config.HeadwaiterOption;
import io.headwaiter.jetty.HeadwaiterConnector;
import io.headwaiter.jetty.WorkerThreadPool;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.jetty.servlet.JettyServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class HeadwaiterOnJetty {
  @Bean
  WebServerFactoryCustomizer<JettyServletWebServerFactory> headwaiter(
      @Value("${headwaiter.admin-port:9180}") String adminPort) {
    return factory -> {
      factory.setThreadPool(new WorkerThreadPool());
      factory.addServerCustomizers(server -> replaceConnector(server, adminPort));
    };
  }

  private static void replaceConnector(Server server, String adminPort) {
    ServerConnector from = (ServerConnector) server.getConnectors()[0];
    SslConnectionFactory tls = from.getConnectionFactory(SslConnectionFactory.class);
    ConnectionFactory[] protocols =
        from.getConnectionFactories().stream()
            .filter(protocol -> protocol != tls)
            .toArray(ConnectionFactory[]::new);
    HeadwaiterConnector connector =
        new HeadwaiterConnector(server, tls.getSslContextFactory(), protocols);
    connector.setHost(from.getHost());
    connector.setPort(from.getPort());
    connector.setIdleTimeout(from.getIdleTimeout());
    connector.setOption(HeadwaiterOption.ADMIN_PORT, adminPort);
    server.setConnectors(new Connector[] {connector});
  }
}

package io.headwaiter.e2e.start;

import io.headwaiter.tomcat.HeadwaiterProtocol;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class HeadwaiterOnTomcat {
  @Bean
  WebServerFactoryCustomizer<TomcatServletWebServerFactory> headwaiter(
      @Value("${headwaiter.admin-port:9180}") String adminPort) {
    return factory -> {
      factory.setProtocol(HeadwaiterProtocol.class.getName());
      factory.addConnectorCustomizers(connector -> connector.setProperty("adminPort", adminPort));
    };
  }
}

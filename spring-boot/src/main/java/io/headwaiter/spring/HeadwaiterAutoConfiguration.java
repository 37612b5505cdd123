package io.headwaiter.spring;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * Puts Headwaiter's connector into an application on Tomcat. The property {@code
 * headwaiter.enabled=false} leaves Spring Boot as it is.
 */
@AutoConfiguration
@ConditionalOnClass(TomcatServletWebServerFactory.class)
@ConditionalOnBooleanProperty(name = "headwaiter.enabled", matchIfMissing = true)
@Import({RequestWideConnections.class, ActuatorParts.class})
public class HeadwaiterAutoConfiguration {
  /** Creates the configuration; Spring calls this. */
  public HeadwaiterAutoConfiguration() {}

  /** Returns the connector that runs, for endpoints and meters of the application. */
  @Bean
  HeadwaiterServer headwaiterServer() {
    return new HeadwaiterServer();
  }

  /** Returns what replaces the connector. */
  @Bean
  HeadwaiterCustomizer headwaiterCustomizer(
      ConfigurableEnvironment environment, HeadwaiterServer server) {
    return new HeadwaiterCustomizer(new SpringOptions(environment), server);
  }
}

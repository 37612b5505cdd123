package io.headwaiter.spring;

import io.headwaiter.micrometer.HeadwaiterMetrics;
import io.headwaiter.telemetry.MetricsText;
import io.headwaiter.tomcat.HeadwaiterProtocol;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What an application with Spring Boot's Actuator gets in addition, each part if it has that. */
@Configuration(proxyBeanMethods = false)
class ActuatorParts {
  /** The endpoint {@code /actuator/headwaiter}. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(Endpoint.class)
  static class StatusEndpoint {
    @Bean
    HeadwaiterEndpoint headwaiterEndpoint(HeadwaiterServer server) {
      return new HeadwaiterEndpoint(server);
    }
  }

  /** A part of {@code /actuator/health}. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(HealthIndicator.class)
  static class Health {
    @Bean
    HeadwaiterHealth headwaiterHealthIndicator(HeadwaiterServer server) {
      return new HeadwaiterHealth(server);
    }
  }

  /** The figures in Micrometer. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(MeterRegistry.class)
  static class Meters {
    /** Binds them when the server runs: before that there are none. */
    @Bean
    ApplicationListener<ApplicationStartedEvent> headwaiterMeters(
        HeadwaiterServer server, ObjectProvider<MeterRegistry> registries) {
      HeadwaiterMetrics metrics =
          new HeadwaiterMetrics(
              () -> server.protocol().map(HeadwaiterProtocol::metrics).orElseGet(MetricsText::new));
      return event -> registries.ifAvailable(metrics::bindTo);
    }
  }
}

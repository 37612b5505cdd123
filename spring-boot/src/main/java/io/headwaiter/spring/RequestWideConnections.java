package io.headwaiter.spring;

import com.zaxxer.hikari.HikariDataSource;
import io.headwaiter.jdbc.HoldingOptions;
import io.headwaiter.jdbc.RequestScopeFilter;
import io.headwaiter.jdbc.RequestWideDataSource;
import io.headwaiter.jdbc.pool.PoolAdapters;
import jakarta.servlet.DispatcherType;
import java.time.Duration;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;

/**
 * Lets a request keep its database connection, if {@code headwaiter.request-wide-connections=true}:
 * wraps each pool of HikariCP.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(HikariDataSource.class)
@ConditionalOnBooleanProperty(name = "headwaiter.request-wide-connections")
class RequestWideConnections {
  private static final Duration WAIT_MAX = Duration.ofSeconds(10);
  private static final int RETRY_AFTER_SECONDS = 5;

  /** Wraps pools as they are made. Static, so that it exists before any of them. */
  @Bean
  static BeanPostProcessor headwaiterPools() {
    return new BeanPostProcessor() {
      @Override
      public Object postProcessAfterInitialization(Object bean, String name) {
        return bean instanceof HikariDataSource pool
            ? new RequestWideDataSource(PoolAdapters.around(pool), HoldingOptions.defaults())
            : bean;
      }
    };
  }

  /** Returns the filter that begins and ends the scope of each request. */
  @Bean
  FilterRegistrationBean<RequestScopeFilter> headwaiterRequestScope() {
    FilterRegistrationBean<RequestScopeFilter> filter =
        new FilterRegistrationBean<>(new RequestScopeFilter(WAIT_MAX, RETRY_AFTER_SECONDS));
    filter.setOrder(Ordered.HIGHEST_PRECEDENCE);
    filter.setAsyncSupported(true);
    filter.setDispatcherTypes(DispatcherType.REQUEST, DispatcherType.ASYNC, DispatcherType.ERROR);
    return filter;
  }
}

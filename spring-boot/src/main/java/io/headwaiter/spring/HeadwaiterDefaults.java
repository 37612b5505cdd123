package io.headwaiter.spring;

import java.util.HashMap;
import java.util.Map;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.env.DefaultPropertiesPropertySource;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;

/**
 * Leaves the connector's own defaults where the application sets nothing. Spring Boot would set
 * those of Tomcat on it, as if the application had chosen them, and then the number of worker
 * threads would not follow the load. With 0 Spring Boot sets nothing. On Tomcat's own connector the
 * values are then Tomcat's, which are the same as Spring Boot's.
 */
public final class HeadwaiterDefaults implements EnvironmentPostProcessor {
  private static final Map<String, Object> DEFAULTS =
      Map.of(
          "server.tomcat.threads.max", "0",
          "server.tomcat.max-connections", "0",
          "server.tomcat.accept-count", "0");

  /** Creates the defaults; Spring Boot calls this. */
  public HeadwaiterDefaults() {}

  @Override
  public void postProcessEnvironment(
      ConfigurableEnvironment environment, SpringApplication application) {
    if (!environment.getProperty(SpringOptions.PREFIX + "enabled", Boolean.class, true)) {
      return;
    }
    // Among the application's own default properties, below which nothing else is looked for.
    Map<String, Object> merged = new HashMap<>(DEFAULTS);
    MutablePropertySources sources = environment.getPropertySources();
    if (sources.get(DefaultPropertiesPropertySource.NAME) instanceof MapPropertySource own) {
      merged.putAll(own.getSource());
      sources.remove(DefaultPropertiesPropertySource.NAME);
    }
    sources.addLast(new DefaultPropertiesPropertySource(merged));
  }
}

package io.headwaiter.boot;

import io.headwaiter.spring.HeadwaiterServer;
import java.util.HashMap;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** The shop on Spring Boot, with the starter on the class path and no code for it. */
final class BootShop implements RunningShop {
  private static final String WORK = "shop.page-work-kib";

  private final ConfigurableApplicationContext context;

  /** The application. */
  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Application {
    @Bean
    ServletRegistrationBean<OnePage> page(Environment environment) {
      int work = environment.getRequiredProperty(WORK, Integer.class);
      return new ServletRegistrationBean<>(new OnePage(work), PAGE);
    }
  }

  private BootShop(ConfigurableApplicationContext context) {
    this.context = context;
  }

  /**
   * Starts it.
   *
   * @param protectedBy whether Headwaiter is enabled
   */
  static BootShop start(ShopFlags flags, boolean protectedBy) {
    Map<String, Object> properties = new HashMap<>();
    properties.put("server.address", "127.0.0.1");
    properties.put("server.port", Integer.toString(flags.port()));
    properties.put("server.ssl.key-store", flags.keystore().toString());
    properties.put("server.ssl.key-store-password", flags.password());
    properties.put("server.tomcat.keep-alive-timeout", flags.keepAliveMillis() + "ms");
    properties.put("headwaiter.enabled", Boolean.toString(protectedBy));
    properties.put("headwaiter.admin-port", "0");
    properties.put(WORK, Integer.toString(flags.pageWorkKib()));
    properties.put("spring.main.banner-mode", "off");
    SpringApplication application = new SpringApplication(Application.class);
    application.setDefaultProperties(properties);
    return new BootShop(application.run());
  }

  @Override
  public int port() {
    return ((WebServerApplicationContext) context).getWebServer().getPort();
  }

  @Override
  public int adminPort() {
    return context.getBeanProvider(HeadwaiterServer.class).stream()
        .flatMap(server -> server.protocol().stream())
        .mapToInt(protocol -> protocol.adminAddressBound().getPort())
        .findFirst()
        .orElse(NO_PORT);
  }

  @Override
  public void close() {
    context.close();
  }
}

package io.headwaiter.e2e.start;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** A Spring Boot application with one page; the container is chosen by what else is configured. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@RestController
class BootApplication {
  @GetMapping("/page")
  byte[] page() {
    return Work.page();
  }
}

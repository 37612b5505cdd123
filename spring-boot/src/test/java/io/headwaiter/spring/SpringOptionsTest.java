package io.headwaiter.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.headwaiter.front.config.HeadwaiterOption;
import java.io.InputStream;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

class SpringOptionsTest {
  private static final String METADATA = "/META-INF/spring-configuration-metadata.json";
  private static final ObjectMapper JSON = new ObjectMapper();

  private static SpringOptions options(Map<String, Object> properties, Map<String, Object> env) {
    StandardEnvironment environment = new StandardEnvironment();
    environment
        .getPropertySources()
        .forEach(s -> environment.getPropertySources().remove(s.getName()));
    environment.getPropertySources().addFirst(new MapPropertySource("application", properties));
    environment
        .getPropertySources()
        .addLast(new SystemEnvironmentPropertySource("systemEnvironment", env));
    return new SpringOptions(environment);
  }

  @Test
  void readsAllFormsOfName() {
    Map<String, Object> properties =
        Map.of("headwaiter.hello-deadline-millis", "700", "headwaiter.waitingRoomMax", 50);
    assertThat(options(properties, Map.of("HEADWAITER_ADMIN_PORT", "9181")).values())
        .containsOnly(
            Map.entry(HeadwaiterOption.HELLO_DEADLINE_MILLIS, "700"),
            Map.entry(HeadwaiterOption.WAITING_ROOM_MAX, "50"),
            Map.entry(HeadwaiterOption.ADMIN_PORT, "9181"));
  }

  @Test
  void namesPropertiesThatNothingReads() {
    Map<String, Object> properties =
        Map.of("headwaiter.hello-deadline", "700", "headwaiter.enabled", "true", "other.x", "y");
    SpringOptions options =
        options(properties, Map.of("HEADWAITER_ADMIN_TOKEN", "0123456789abcdef"));
    assertThat(options.warnings()).hasSize(1).first().asString().contains("hello-deadline is none");
  }

  /** If this fails, write the expected text into the file. */
  @Test
  void metadataIsThatOfOptions() throws Exception {
    ArrayNode properties = JSON.createArrayNode();
    add(
        properties,
        "headwaiter.enabled",
        "java.lang.Boolean",
        "Whether Headwaiter's connector takes the place of Tomcat's.",
        "true");
    add(
        properties,
        "headwaiter.request-wide-connections",
        "java.lang.Boolean",
        "Whether a request keeps its database connection to its end, in each pool of HikariCP.",
        "false");
    for (HeadwaiterOption option : HeadwaiterOption.values()) {
      add(
          properties,
          SpringOptions.property(option),
          type(option),
          option.meaning() + "; " + option.allowed() + ".",
          option.defaultValue());
    }
    ObjectNode expected = JSON.createObjectNode();
    expected.set("properties", properties);
    try (InputStream in = getClass().getResourceAsStream(METADATA)) {
      JsonNode actual = in == null ? JSON.nullNode() : JSON.readTree(in);
      assertThat(actual)
          .as("expected%n%s", JSON.writerWithDefaultPrettyPrinter().writeValueAsString(expected))
          .isEqualTo(expected);
    }
  }

  private static void add(
      ArrayNode properties, String name, String type, String description, String value) {
    ObjectNode property = properties.addObject();
    property.put("name", name).put("type", type).put("description", description);
    if (!value.isEmpty()) {
      property.put("defaultValue", value);
    }
  }

  private static String type(HeadwaiterOption option) {
    if (option.isSwitch()) {
      return "java.lang.Boolean";
    }
    if (!option.isNumber()) {
      return "java.lang.String";
    }
    return option.defaultValue().contains(".") ? "java.lang.Double" : "java.lang.Integer";
  }
}

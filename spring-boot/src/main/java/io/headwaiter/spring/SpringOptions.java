package io.headwaiter.spring;

import io.headwaiter.front.config.HeadwaiterOption;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * The options of the connector in the properties of an application: {@code helloDeadlineMillis} is
 * {@code headwaiter.hello-deadline-millis}, in each form that Spring Boot accepts.
 */
final class SpringOptions {
  /** The first word of all properties, with a dot. */
  static final String PREFIX = "headwaiter.";

  /** Properties that are no options of the connector. */
  static final Set<String> OF_THE_STARTER = Set.of("enabled", "request-wide-connections");

  private final ConfigurableEnvironment environment;

  SpringOptions(ConfigurableEnvironment environment) {
    this.environment = environment;
  }

  /** Returns the property of an option. */
  static String property(HeadwaiterOption option) {
    return PREFIX + option.flag().substring("--".length());
  }

  /** Returns the options that are set. */
  Map<HeadwaiterOption, String> values() {
    Binder binder = Binder.get(environment);
    Map<HeadwaiterOption, String> values = new EnumMap<>(HeadwaiterOption.class);
    for (HeadwaiterOption option : HeadwaiterOption.values()) {
      binder.bind(property(option), String.class).ifBound(value -> values.put(option, value));
    }
    return values;
  }

  /**
   * Returns a sentence for each property of this name space that nothing reads. Environment
   * variables are left out: the connector itself looks at them.
   */
  List<String> warnings() {
    Set<String> known =
        Stream.concat(
                Stream.of(HeadwaiterOption.values()).map(SpringOptions::property),
                OF_THE_STARTER.stream().map(name -> PREFIX + name))
            .map(SpringOptions::uniform)
            .collect(Collectors.toSet());
    Set<String> unknown = new TreeSet<>();
    for (PropertySource<?> source : environment.getPropertySources()) {
      if (source instanceof EnumerablePropertySource<?> names
          && !(source instanceof SystemEnvironmentPropertySource)) {
        Stream.of(names.getPropertyNames())
            .filter(name -> name.startsWith(PREFIX) && !known.contains(uniform(name)))
            .forEach(unknown::add);
      }
    }
    List<String> sentences = new ArrayList<>();
    unknown.forEach(
        name ->
            sentences.add(
                "The property " + name + " is none of Headwaiter's. docs/options.md lists them."));
    return sentences;
  }

  private static String uniform(String name) {
    return name.replace("-", "").replace("_", "").toLowerCase(Locale.ROOT);
  }
}

package io.headwaiter.front.config;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds environment variables that look like options of the connector and are none. */
public final class UnknownVariables {
  private static final String PREFIX = "HEADWAITER_";
  // Read by the launcher, commands, the shops and the Spring Boot starter, not by the connector.
  private static final Set<String> OTHERS =
      Set.of(
          "HEADWAITER_JAVA_OPTS",
          "HEADWAITER_ADMIN_CA",
          "HEADWAITER_DB_PASSWORD",
          "HEADWAITER_ENABLED",
          "HEADWAITER_REQUEST_WIDE_CONNECTIONS",
          "HEADWAITER_REQUESTWIDECONNECTIONS");

  private UnknownVariables() {}

  /** Returns a sentence for each such variable among these names. */
  public static List<String> warnings(Collection<String> names) {
    Set<String> known = variables().collect(Collectors.toSet());
    return names.stream()
        .filter(name -> name.startsWith(PREFIX) && !known.contains(name) && !OTHERS.contains(name))
        .sorted()
        .map(name -> name + " is set and " + what(name))
        .toList();
  }

  private static String what(String name) {
    Optional<String> springs =
        variables().filter(variable -> name.equals(inSpring(variable))).findFirst();
    if (springs.isPresent()) {
      return "only Spring Boot reads this form: write " + springs.get() + ".";
    }
    String advice =
        variables()
            .filter(variable -> letters(variable).equals(letters(name)))
            .findFirst()
            .map(variable -> "Did you mean " + variable + "?")
            .orElse("docs/options.md lists the options.");
    return "has no effect: there is no such option. " + advice;
  }

  private static Stream<String> variables() {
    return Arrays.stream(HeadwaiterOption.values()).map(HeadwaiterOption::environmentName);
  }

  /** Returns Spring Boot's form of a variable, which has no underscore but the first. */
  private static String inSpring(String variable) {
    return PREFIX + variable.substring(PREFIX.length()).replace("_", "");
  }

  // Swapped letters and wrong underscores are the usual mistakes.
  private static String letters(String name) {
    return name.chars()
        .filter(c -> c != '_')
        .sorted()
        .mapToObj(Character::toString)
        .collect(Collectors.joining());
  }
}

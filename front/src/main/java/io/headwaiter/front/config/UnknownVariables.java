package io.headwaiter.front.config;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

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
    Set<String> known =
        Arrays.stream(HeadwaiterOption.values())
            .map(HeadwaiterOption::environmentName)
            .collect(Collectors.toSet());
    return names.stream()
        .filter(name -> name.startsWith(PREFIX) && !known.contains(name) && !OTHERS.contains(name))
        .sorted()
        .map(name -> name + " is set and " + what(name))
        .toList();
  }

  private static String what(String name) {
    return nearest(name, variable -> variable.replace("_", ""))
        .map(option -> "only Spring Boot reads this form: write " + option + ".")
        .or(() -> nearest(name, UnknownVariables::letters).map(UnknownVariables::noEffect))
        .orElse("has no effect: there is no such option. docs/options.md lists the options.");
  }

  private static String noEffect(String option) {
    return "has no effect: there is no such option. Did you mean " + option + "?";
  }

  private static Optional<String> nearest(String name, UnaryOperator<String> form) {
    return Arrays.stream(HeadwaiterOption.values())
        .map(HeadwaiterOption::environmentName)
        .filter(option -> form.apply(option).equals(form.apply(name)))
        .findFirst();
  }

  // Swapped letters are the usual mistake.
  private static String letters(String name) {
    return name.chars()
        .filter(c -> c != '_')
        .sorted()
        .mapToObj(Character::toString)
        .collect(Collectors.joining());
  }
}

package io.headwaiter.front.config;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
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
    return option(variable -> name.equals(inSpring(variable)))
        .map(variable -> "only Spring Boot reads this form: write " + variable + ".")
        .or(
            () ->
                option(variable -> letters(variable).equals(letters(name)))
                    .map(
                        variable ->
                            "has no effect: there is no such option. Did you mean "
                                + variable
                                + "?"))
        .orElse("has no effect: there is no such option. docs/options.md lists the options.");
  }

  /** Returns Spring Boot's form of a variable, which has no underscore but the first. */
  private static String inSpring(String variable) {
    return PREFIX + variable.substring(PREFIX.length()).replace("_", "");
  }

  /** Returns the first variable of an option for which this is true. */
  private static Optional<String> option(Predicate<String> isMeant) {
    return Arrays.stream(HeadwaiterOption.values())
        .map(HeadwaiterOption::environmentName)
        .filter(isMeant)
        .findFirst();
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

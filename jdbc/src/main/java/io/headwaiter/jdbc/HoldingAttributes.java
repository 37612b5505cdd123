package io.headwaiter.jdbc;

import io.headwaiter.jdbc.HoldingOptions.Places;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Reads options from text attributes. */
final class HoldingAttributes {
  private static final long SECONDS_MAX = HoldingOptions.LONGEST.toSeconds();
  private static final long MILLIS_MAX = HoldingOptions.LONGEST.toMillis();

  private HoldingAttributes() {}

  /**
   * Checks that there are no others: a misspelt one would be without effect.
   *
   * @throws IllegalArgumentException with a sentence if there are
   */
  static void only(Map<String, String> attributes, Set<String> known) {
    for (String name : new TreeSet<>(attributes.keySet())) {
      if (!known.contains(name)) {
        throw new IllegalArgumentException(
            "\"" + name + "\" is none of the attributes " + new TreeSet<>(known) + ".");
      }
    }
  }

  /** Returns the options that the attributes give, and defaults for the others. */
  static HoldingOptions options(Map<String, String> attributes) {
    HoldingOptions defaults = HoldingOptions.defaults();
    return new HoldingOptions(
        choice(attributes, "policy", defaults.policy()),
        millis(attributes, "timeoutMillis", defaults.timeout(), 1),
        millis(attributes, "trustMillis", defaults.trust(), 0),
        millis(attributes, "reclaimMillis", defaults.reclaim(), 0),
        choice(attributes, "places", defaults.places()));
  }

  /** Returns a duration that is given in milliseconds; more than a day counts as a day. */
  static Duration millis(
      Map<String, String> attributes, String name, Duration otherwise, long least) {
    String text = attributes.get(name);
    return text == null
        ? otherwise
        : Duration.ofMillis(Math.min(MILLIS_MAX, number(name, text, "milliseconds", least)));
  }

  /** Returns a number of whole seconds, from 0; more than a day counts as a day. */
  static int seconds(Map<String, String> attributes, String name, int otherwise) {
    String text = attributes.get(name);
    return text == null ? otherwise : (int) Math.min(SECONDS_MAX, number(name, text, "seconds", 0));
  }

  private static long number(String name, String text, String unit, long least) {
    try {
      long number = Long.parseLong(text.trim());
      if (number >= least) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Reported below.
    }
    throw new IllegalArgumentException(
        name + " is \"" + text + "\"; give a number of " + unit + ", at least " + least + ".");
  }

  private static HoldingPolicy choice(
      Map<String, String> attributes, String name, HoldingPolicy otherwise) {
    return choice(attributes, name, otherwise, HoldingPolicy.class);
  }

  private static Places choice(Map<String, String> attributes, String name, Places otherwise) {
    return choice(attributes, name, otherwise, Places.class);
  }

  private static <E extends Enum<E>> E choice(
      Map<String, String> attributes, String name, E otherwise, Class<E> type) {
    String text = attributes.get(name);
    if (text == null) {
      return otherwise;
    }
    for (E value : type.getEnumConstants()) {
      if (text(value).equals(text.trim())) {
        return value;
      }
    }
    throw new IllegalArgumentException(
        name
            + " is \""
            + text
            + "\"; give one of "
            + Arrays.stream(type.getEnumConstants()).map(HoldingAttributes::text).toList()
            + ".");
  }

  /** Returns a constant as users write it: after-a-leak. */
  private static String text(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}

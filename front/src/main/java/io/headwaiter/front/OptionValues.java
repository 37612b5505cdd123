package io.headwaiter.front;

import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * The values of the options, looked up and read when they are asked for. An explicit value goes
 * before the system property, that before the environment variable, and that before the default.
 * What reads a value throws {@link IllegalArgumentException} with a sentence if it is not allowed.
 */
final class OptionValues {
  private static final double NANOS_PER_MILLI = 1e6;

  private final Map<HeadwaiterOption, String> explicit;
  private final UnaryOperator<String> property;
  private final UnaryOperator<String> environment;

  /**
   * Values from three sources and the defaults.
   *
   * @param explicit what was set; may still change
   * @param property a system property's value, or null
   * @param environment an environment variable's value, or null
   */
  OptionValues(
      Map<HeadwaiterOption, String> explicit,
      UnaryOperator<String> property,
      UnaryOperator<String> environment) {
    this.explicit = explicit;
    this.property = property;
    this.environment = environment;
  }

  /** The value as it was written, without spaces around it; empty if there is none. */
  String of(HeadwaiterOption option) {
    String value = explicit.get(option);
    if (value == null) {
      value = property.apply(option.propertyName());
    }
    if (value == null) {
      value = environment.apply(option.environmentName());
    }
    return value == null ? option.defaultValue() : value.trim();
  }

  /** A number within the option's range. */
  double number(HeadwaiterOption option) {
    String value = of(option);
    double number;
    try {
      number = Double.parseDouble(value);
    } catch (NumberFormatException e) {
      // Not as the cause: what a failed start shows is the root, and that must be the sentence.
      IllegalArgumentException wrong = option.wrong(value);
      wrong.addSuppressed(e);
      throw wrong;
    }
    if (!option.allows(number)) {
      throw option.wrong(value);
    }
    return number;
  }

  /** A whole number within the option's range. */
  int wholeNumber(HeadwaiterOption option) {
    double number = number(option);
    if (number != Math.rint(number)) {
      throw option.wrong(of(option));
    }
    return (int) number;
  }

  /** True or false. */
  boolean isOn(HeadwaiterOption option) {
    String value = of(option);
    if (!value.equalsIgnoreCase("true") && !value.equalsIgnoreCase("false")) {
      throw option.wrong(value);
    }
    return Boolean.parseBoolean(value);
  }

  /** An option in milliseconds, in nanoseconds. */
  long nanos(HeadwaiterOption option) {
    return (long) (number(option) * NANOS_PER_MILLI);
  }
}

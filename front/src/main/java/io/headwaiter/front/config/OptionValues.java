package io.headwaiter.front.config;

import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * The values of the options, looked up and parsed when they are asked for. An explicit value takes
 * precedence over the system property, that over the environment variable, and that over the
 * default. Methods that parse a value throw {@link IllegalArgumentException} with a sentence if it
 * is not allowed.
 */
final class OptionValues {
  private static final double NANOS_PER_MILLI = 1e6;

  private final Map<HeadwaiterOption, String> explicit;
  private final UnaryOperator<String> property;
  private final UnaryOperator<String> environment;

  /**
   * Creates values from three sources and the defaults.
   *
   * @param explicit explicit values; may still change
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

  /** Returns the value as it was written, without spaces around it; empty if there is none. */
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

  /** Returns a number within the option's range. */
  double number(HeadwaiterOption option) {
    String value = of(option);
    double number;
    try {
      number = Double.parseDouble(value);
    } catch (NumberFormatException e) {
      // Not as the cause: a failed start shows the root cause, and that must be the sentence.
      IllegalArgumentException wrong = option.wrong(value);
      wrong.addSuppressed(e);
      throw wrong;
    }
    if (!option.allows(number)) {
      throw option.wrong(value);
    }
    return number;
  }

  /** Returns a whole number within the option's range. */
  int wholeNumber(HeadwaiterOption option) {
    double number = number(option);
    if (number != Math.rint(number)) {
      throw OptionText.wrong(option, of(option), "a whole number " + option.allowed());
    }
    return (int) number;
  }

  /** Returns true or false. */
  boolean isOn(HeadwaiterOption option) {
    String value = of(option);
    if (!value.equalsIgnoreCase("true") && !value.equalsIgnoreCase("false")) {
      throw option.wrong(value);
    }
    return Boolean.parseBoolean(value);
  }

  /** Returns an option in milliseconds, as nanoseconds. */
  long nanos(HeadwaiterOption option) {
    return (long) (number(option) * NANOS_PER_MILLI);
  }
}

package io.headwaiter.front.config;

import java.util.Locale;

/** Texts that follow from the name and the range of an option. */
final class OptionText {
  private OptionText() {}

  /** Returns the words of a name in camel case, in lower case, with a separator between them. */
  static String words(String optionName, String separator) {
    return optionName.replaceAll("([A-Z])", separator + "$1").toLowerCase(Locale.ROOT);
  }

  /** Returns a range in words. */
  static String range(double min, double max) {
    return "from " + plain(min) + " to " + plain(max);
  }

  /** Returns an exception with the sentence for a value that is not one of these. */
  static IllegalArgumentException wrong(HeadwaiterOption option, String value, String allowed) {
    return new IllegalArgumentException(
        "Option %s is \"%s\"; allowed is %s (%s)."
            .formatted(option.optionName(), value, allowed, option.meaning()));
  }

  private static String plain(double number) {
    return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
  }
}

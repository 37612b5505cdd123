package io.headwaiter.apps.supplier;

import io.headwaiter.apps.PageError;
import io.headwaiter.apps.Parameters;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.List;

/** How parameters of the supplier are read that have only some values. */
final class Choices {
  /** Countries have the numbers from 1 to this one. */
  static final int COUNTRIES = 92;

  private static final int VALUE_CHARS_MAX = 40;
  private static final int DATE_CHARS = 10;
  private static final int FIRST_YEAR = 1900;
  private static final int LAST_YEAR = 2999;

  private Choices() {}

  /** Returns a parameter that must be one of several values. */
  static String one(Parameters in, String name, List<String> allowed) {
    String value = in.text(name, 1, VALUE_CHARS_MAX);
    if (!allowed.contains(value)) {
      throw PageError.badRequest(
          "The parameter "
              + name
              + " is \""
              + value
              + "\"; give one of "
              + String.join(", ", allowed)
              + ".");
    }
    return value;
  }

  /** Returns a parameter that is a date from 1900 to 2999. */
  static LocalDate date(Parameters in, String name) {
    String value = in.text(name, DATE_CHARS, DATE_CHARS);
    try {
      LocalDate date = LocalDate.parse(value);
      if (date.getYear() >= FIRST_YEAR && date.getYear() <= LAST_YEAR) {
        return date;
      }
    } catch (DateTimeParseException e) {
      // The sentence below says what is allowed.
    }
    throw PageError.badRequest(
        "The parameter " + name + " is \"" + value + "\"; give a date like 2026-01-31.");
  }
}

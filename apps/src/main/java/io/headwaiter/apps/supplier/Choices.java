package io.headwaiter.apps.supplier;

import io.headwaiter.apps.PageError;
import io.headwaiter.apps.Parameters;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.List;

/** The fixed lists of the supplier, and how parameters are read that have such values. */
final class Choices {
  static final List<String> SUBJECTS =
      List.of(
          "ARTS",
          "BIOGRAPHIES",
          "BUSINESS",
          "CHILDREN",
          "COMPUTERS",
          "COOKING",
          "HEALTH",
          "HISTORY",
          "HOME",
          "HUMOR",
          "LITERATURE",
          "MYSTERY",
          "NON-FICTION",
          "PARENTING",
          "POLITICS",
          "REFERENCE",
          "RELIGION",
          "ROMANCE",
          "SCIENCE-FICTION",
          "SCIENCE-NATURE",
          "SELF-HELP",
          "SPORTS",
          "TRAVEL",
          "YOUTH");

  static final List<String> BACKINGS =
      List.of("HARDBACK", "PAPERBACK", "USED", "AUDIO", "LIMITED-EDITION");

  static final List<String> CARRIERS = List.of("AIR", "UPS", "FEDEX", "SHIP", "COURIER", "MAIL");

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

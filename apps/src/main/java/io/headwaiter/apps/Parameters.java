package io.headwaiter.apps;

import java.math.BigDecimal;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * Typed, bounded access to request parameters. Every method either returns a value inside the
 * stated range or throws a {@link PageError} with status 400; its sentence names the parameter and
 * the allowed values. Not thread-safe: one per request.
 */
public final class Parameters {
  private static final Pattern WHOLE_NUMBER = Pattern.compile("-?[0-9]{1,10}");
  private static final Pattern MONEY = Pattern.compile("[0-9]{1,8}(\\.[0-9]{1,2})?");
  private static final int QUOTED_CHARS = 40;

  private final UnaryOperator<String> source;

  /** Reads from a source that returns the raw value of a parameter, or null if it was not sent. */
  public Parameters(UnaryOperator<String> source) {
    this.source = source;
  }

  /** Returns whether the parameter was sent and is not empty. */
  public boolean has(String name) {
    String value = source.apply(name);
    return value != null && !value.isEmpty();
  }

  /** Returns a whole number from min to max, both included. */
  public int integer(String name, int min, int max) {
    String value = required(name, wholeNumbers(min, max));
    if (!WHOLE_NUMBER.matcher(value).matches()) {
      throw wrong(name, value, wholeNumbers(min, max));
    }
    long number = Long.parseLong(value);
    if (number < min || number > max) {
      throw wrong(name, value, wholeNumbers(min, max));
    }
    return (int) number;
  }

  /**
   * Returns {@link #integer(String, int, int)}, or {@code otherwise} if the parameter is absent or
   * empty.
   */
  public int integerOr(String name, int otherwise, int min, int max) {
    return has(name) ? integer(name, min, max) : otherwise;
  }

  /** Returns a positive database key. */
  public int id(String name) {
    return integer(name, 1, Integer.MAX_VALUE);
  }

  /**
   * Returns text of minChars to maxChars characters, without surrounding blanks. Of control
   * characters it accepts only tabs and line breaks.
   */
  public String text(String name, int minChars, int maxChars) {
    String allowed = minChars + " to " + maxChars + " characters";
    String raw = minChars == 0 && !has(name) ? "" : required(name, allowed);
    String value = raw.strip();
    if (value.length() < minChars || value.length() > maxChars) {
      throw PageError.badRequest(
          "The parameter "
              + name
              + " has "
              + value.length()
              + " characters; give "
              + allowed
              + ".");
    }
    if (!value.chars().allMatch(Parameters::printable) || !wellFormed(value)) {
      throw PageError.badRequest(
          "The parameter "
              + name
              + " contains control characters; give plain text, "
              + allowed
              + ".");
    }
    return value;
  }

  /** Returns an amount of money from min to max with at most two decimals. */
  public BigDecimal money(String name, BigDecimal min, BigDecimal max) {
    String allowed =
        "an amount from "
            + min.toPlainString()
            + " to "
            + max.toPlainString()
            + " with at most two decimals";
    String value = required(name, allowed);
    if (!MONEY.matcher(value).matches()) {
      throw wrong(name, value, allowed);
    }
    BigDecimal amount = new BigDecimal(value);
    if (amount.compareTo(min) < 0 || amount.compareTo(max) > 0) {
      throw wrong(name, value, allowed);
    }
    return amount;
  }

  private String required(String name, String allowed) {
    String value = source.apply(name);
    if (value == null || value.isBlank()) {
      throw PageError.badRequest("The parameter " + name + " is missing; give " + allowed + ".");
    }
    return value;
  }

  private static String wholeNumbers(int min, int max) {
    return "a whole number from " + min + " to " + max;
  }

  private static PageError wrong(String name, String value, String allowed) {
    String shown =
        value.length() <= QUOTED_CHARS ? value : value.substring(0, QUOTED_CHARS) + "...";
    return PageError.badRequest(
        "The parameter " + name + " is \"" + shown + "\"; give " + allowed + ".");
  }

  private static boolean printable(int c) {
    return c == '\n' || c == '\r' || c == '\t' || !Character.isISOControl(c);
  }

  /** Returns false for half a surrogate pair, which no database stores as UTF-8. */
  private static boolean wellFormed(String value) {
    return value
        .codePoints()
        .noneMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
  }

  /** Returns an e-mail address of 3 to 50 characters. */
  public String email(String name) {
    String email = text(name, 3, 50);
    if (!email.matches("[^@\\s]+@[^@\\s]+")) {
      throw PageError.badRequest("The parameter " + name + " is not an address; give name@host.");
    }
    return email;
  }
}

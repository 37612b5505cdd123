package io.headwaiter.load.workload;

import java.nio.charset.StandardCharsets;

/**
 * Finds the data of a page that a customer needs for the next request, in one pass over its bytes
 * and without parsing HTML: {@code itemId=12} and its like in links, {@code name="itemId"
 * value="12"} in forms, and {@code src="/image.png"}. Stateless and thread-safe.
 */
final class PageScanner {
  private static final int LONGEST_IMAGE_PATH = 200;
  private static final int MOST_DIGITS = 10;
  private static final String VALUE = "value";
  private static final String SRC = "src";
  private static final String NAME_IS = "name=\"";

  private PageScanner() {}

  /** The names of the numbers that are stored. */
  enum Name {
    ITEM_ID("itemId"),
    USER_ID("userId"),
    CUSTOMER_ID("customerId"),
    CART_ID("cartId"),
    PAGE("page"),
    TO("to"),
    MAX_QTY("maxQty"),
    MIN_BID("minBid");

    private static final Name[] ALL = values();

    private final String label;

    Name(String label) {
      this.label = label;
    }

    /** Returns the name that ends just before {@code end} and is a whole word, or null. */
    private static Name endingAt(byte[] page, int end) {
      for (Name name : ALL) {
        int start = end - name.label.length();
        if (endsWith(page, end, name.label) && (start == 0 || !isLetter(page[start - 1]))) {
          return name;
        }
      }
      return null;
    }
  }

  /**
   * Replaces the facts by those of a page.
   *
   * @param page bytes of the page, UTF-8 or another superset of ASCII
   * @param length number of bytes to read
   */
  static void scan(byte[] page, int length, PageFacts facts) {
    facts.clear();
    for (int i = 2; i < length - 1; i++) {
      if (page[i] == '=') {
        atEquals(page, i, length, facts);
      }
    }
  }

  /** Returns whether the page contains an ASCII text. */
  static boolean contains(byte[] page, int length, String text) {
    for (int end = text.length(); end <= length; end++) {
      if (endsWith(page, end, text)) {
        return true;
      }
    }
    return false;
  }

  private static void atEquals(byte[] page, int equals, int length, PageFacts facts) {
    byte next = page[equals + 1];
    if (next >= '0' && next <= '9') {
      Name name = Name.endingAt(page, equals);
      if (name != null) {
        facts.number(name, cents(page, equals + 1, length));
      }
    } else if (next == '"' && endsWith(page, equals, VALUE)) {
      formField(page, equals, length, facts);
    } else if (next == '"' && endsWith(page, equals, SRC)) {
      image(page, equals + 2, length, facts);
    }
  }

  /** Reads {@code name="itemId" value="12"}; {@code equals} is the equals sign before the value. */
  private static void formField(byte[] page, int equals, int length, PageFacts facts) {
    int quote = equals - VALUE.length() - 2;
    boolean digit = equals + 2 < length && page[equals + 2] >= '0' && page[equals + 2] <= '9';
    if (!digit || quote < 1 || page[quote] != '"' || page[quote + 1] != ' ') {
      return;
    }
    Name name = Name.endingAt(page, quote);
    if (name != null && endsWith(page, quote - name.label.length(), NAME_IS)) {
      facts.number(name, cents(page, equals + 2, length));
    }
  }

  private static void image(byte[] page, int start, int length, PageFacts facts) {
    int most = Math.min(length, start + LONGEST_IMAGE_PATH);
    for (int end = start; end < most; end++) {
      if (page[end] == '"') {
        if (end > start && page[start] == '/') {
          facts.image(new String(page, start, end - start, StandardCharsets.US_ASCII));
        }
        return;
      }
      if (page[end] <= ' ') {
        return;
      }
    }
  }

  /** Reads digits and at most two decimals as hundredths. */
  private static long cents(byte[] page, int start, int length) {
    long value = 0;
    int i = start;
    int most = Math.min(length, start + MOST_DIGITS);
    for (; i < most && isDigit(page[i]); i++) {
      value = value * 10 + (page[i] - '0');
    }
    value *= 100;
    if (i + 1 < length && page[i] == '.' && isDigit(page[i + 1])) {
      value += (page[i + 1] - '0') * 10L;
      if (i + 2 < length && isDigit(page[i + 2])) {
        value += page[i + 2] - '0';
      }
    }
    return value;
  }

  private static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }

  private static boolean isLetter(byte b) {
    return (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z');
  }

  private static boolean endsWith(byte[] page, int end, String word) {
    int start = end - word.length();
    if (start < 0) {
      return false;
    }
    for (int i = word.length() - 1; i >= 0; i--) {
      if (page[start + i] != word.charAt(i)) {
        return false;
      }
    }
    return true;
  }
}

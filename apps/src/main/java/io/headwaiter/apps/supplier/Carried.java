package io.headwaiter.apps.supplier;

/** Makes text safe to carry: JSON has no half of a surrogate pair, XML 1.0 no control character. */
final class Carried {
  private static final int REPLACEMENT = 0xfffd;

  private Carried() {}

  /** Returns the text with U+FFFD in place of each character that JSON or XML cannot carry. */
  static String text(String text) {
    return text.codePoints().allMatch(Carried::allowed) ? text : replaced(text);
  }

  private static String replaced(String text) {
    StringBuilder safe = new StringBuilder(text.length());
    text.codePoints().forEach(c -> safe.appendCodePoint(allowed(c) ? c : REPLACEMENT));
    return safe.toString();
  }

  /** The characters of XML 1.0. JSON's are these and more. */
  private static boolean allowed(int c) {
    boolean surrogate = c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
    boolean blank = c == '\t' || c == '\n' || c == '\r';
    return blank || (c >= ' ' && !surrogate && c != 0xfffe && c != 0xffff);
  }
}

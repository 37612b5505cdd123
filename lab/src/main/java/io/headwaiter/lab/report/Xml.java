package io.headwaiter.lab.report;

/** Makes text safe inside XML and HTML, in elements and in quoted attributes. */
final class Xml {
  private Xml() {}

  /** Escapes markup and drops the control characters that XML 1.0 does not allow. */
  static String escape(String text) {
    StringBuilder safe = new StringBuilder(text.length() + 16);
    text.codePoints().forEach(c -> append(safe, c));
    return safe.toString();
  }

  private static void append(StringBuilder safe, int c) {
    switch (c) {
      case '&' -> safe.append("&amp;");
      case '<' -> safe.append("&lt;");
      case '>' -> safe.append("&gt;");
      case '"' -> safe.append("&quot;");
      case '\'' -> safe.append("&#39;");
      default -> {
        if (allowed(c)) {
          safe.appendCodePoint(c);
        }
      }
    }
  }

  /** The Char production of XML 1.0, section 2.2. */
  private static boolean allowed(int c) {
    return c == '\t'
        || c == '\n'
        || c == '\r'
        || (c >= 0x20 && c <= 0xD7FF)
        || (c >= 0xE000 && c <= 0xFFFD)
        || c >= 0x10000;
  }
}

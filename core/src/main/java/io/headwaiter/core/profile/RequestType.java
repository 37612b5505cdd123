package io.headwaiter.core.profile;

/** Names the types of requests by their paths. */
public final class RequestType {
  /** The number of distinct types; further ones are {@value #OTHER}. */
  public static final int TYPES_MAX = 64;

  /** The type of all other requests. */
  public static final String OTHER = "other";

  private static final int SEGMENTS = 2;
  private static final int NAME_CHARS_MAX = 80;
  private static final char DELETE = 0x7f;

  private RequestType() {}

  /**
   * Returns the type of a path: its first two segments. A star replaces a segment with a digit,
   * because numbers of items and users have digits. {@code /shop/item/17} and {@code /shop/item/18}
   * are both {@code /shop/item}; {@code /item/17/bids} is {@code /item/*}. Question marks replace
   * control characters, because names are printed. A type has at most 80 characters.
   *
   * @param path without a query; null is {@value #OTHER}
   */
  public static String ofPath(String path) {
    if (path == null) {
      return OTHER;
    }
    StringBuilder type = new StringBuilder();
    int at = 0;
    for (int segment = 0; segment < SEGMENTS && at < path.length(); segment++) {
      int end = path.indexOf('/', at + 1);
      end = end < 0 ? path.length() : end;
      appendSegment(path, at, end, type);
      at = end;
    }
    return type.length() == 0 ? "/" : type.substring(0, Math.min(NAME_CHARS_MAX, type.length()));
  }

  /** Appends a segment from its slash, without the part after a semicolon. */
  private static void appendSegment(String path, int from, int end, StringBuilder type) {
    int start = type.length();
    for (int i = from; i < end && path.charAt(i) != ';'; i++) {
      char c = path.charAt(i);
      if (c >= '0' && c <= '9') {
        type.setLength(start);
        type.append("/*");
        return;
      }
      type.append(c < ' ' || c == DELETE ? '?' : c);
    }
  }
}

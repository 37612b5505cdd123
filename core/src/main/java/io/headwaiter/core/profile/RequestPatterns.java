package io.headwaiter.core.profile;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/**
 * Names the type of a request by the first URL pattern that matches its path, or else by {@link
 * RequestType#ofPath}. A pattern is a path in which one star matches any one segment, and two stars
 * at the end match any number of segments, also none: {@code /api/**} matches {@code /api} and
 * {@code /api/v1/orders}. Immutable.
 */
public final class RequestPatterns {
  /** No pattern: all paths are named by {@link RequestType#ofPath}. */
  public static final RequestPatterns NONE = new RequestPatterns(List.of());

  /** The most patterns; each is a type. */
  public static final int PATTERNS_MAX = RequestType.TYPES_MAX;

  /** The most characters of a pattern, which is also a name. */
  public static final int PATTERN_CHARS_MAX = 80;

  private static final String ANY = "*";
  private static final String REST = "**";

  private final List<Pattern> patterns;

  private RequestPatterns(List<Pattern> patterns) {
    this.patterns = List.copyOf(patterns);
  }

  /**
   * Reads patterns, separated by commas; the first match counts.
   *
   * @throws IllegalArgumentException if one of them is not valid or there are too many; the message
   *     is a sentence
   */
  public static RequestPatterns of(String text) {
    if (text.isBlank()) {
      return NONE;
    }
    List<Pattern> patterns = new ArrayList<>();
    HashSet<String> seen = new HashSet<>();
    for (String part : text.split(",", -1)) {
      Pattern pattern = Pattern.of(part.trim());
      if (!seen.add(pattern.text)) {
        throw wrong(pattern.text, "it is there twice");
      }
      patterns.add(pattern);
    }
    if (patterns.size() > PATTERNS_MAX) {
      throw new IllegalArgumentException(
          "There are " + patterns.size() + " URL patterns; give at most " + PATTERNS_MAX + ".");
    }
    return new RequestPatterns(patterns);
  }

  private static IllegalArgumentException wrong(String pattern, String why) {
    return new IllegalArgumentException(
        "The URL pattern \""
            + pattern
            + "\" cannot be used: "
            + why
            + ". Give paths like /shop/*/reviews or /api/**, parted by commas.");
  }

  /**
   * Returns the type of a path.
   *
   * @param path decoded, without a query; null is {@value RequestType#OTHER}
   */
  public String typeOf(String path) {
    if (path != null) {
      for (Pattern pattern : patterns) {
        if (pattern.matches(path)) {
          return pattern.text;
        }
      }
    }
    return RequestType.ofPath(path);
  }

  /** The types that the patterns name, at most {@value #PATTERNS_MAX}. */
  public List<String> names() {
    return patterns.stream().map(pattern -> pattern.text).toList();
  }

  /** The patterns in the form that {@link #of} reads, separated by commas. */
  @Override
  public String toString() {
    return String.join(",", names());
  }

  /** One pattern. */
  private static final class Pattern {
    private final String text;
    private final List<String> segments;
    // Whether any segments may follow.
    private final boolean open;

    private Pattern(String text, List<String> segments, boolean open) {
      this.text = text;
      this.segments = segments;
      this.open = open;
    }

    static Pattern of(String text) {
      if (!text.startsWith("/")) {
        throw wrong(text, "it does not begin with a slash");
      }
      if (text.length() > PATTERN_CHARS_MAX) {
        throw wrong(text, "it is longer than " + PATTERN_CHARS_MAX + " characters");
      }
      if (!text.chars().allMatch(Pattern::isOfAPath)) {
        throw wrong(text, "a path has no blank, control character, ?, # or ;");
      }
      List<String> segments = new ArrayList<>(List.of(text.substring(1).split("/", -1)));
      boolean open = segments.get(segments.size() - 1).equals(REST);
      if (open) {
        segments.remove(segments.size() - 1);
      }
      for (String segment : segments) {
        if (segment.contains(ANY) && !segment.equals(ANY)) {
          throw wrong(text, "a star stands for a whole segment, two stars for the end");
        }
      }
      return new Pattern(text, List.copyOf(segments), open);
    }

    private static boolean isOfAPath(int c) {
      return c > ' ' && c != 0x7f && c != '?' && c != '#' && c != ';';
    }

    boolean matches(String path) {
      int at = 0;
      for (String segment : segments) {
        if (at >= path.length() || path.charAt(at) != '/') {
          return false;
        }
        int end = endOfSegment(path, at);
        if (!isMatched(segment, path, at + 1, end)) {
          return false;
        }
        at = end;
      }
      return at >= path.length() || (open && path.charAt(at) == '/');
    }

    private static int endOfSegment(String path, int slash) {
      int end = path.indexOf('/', slash + 1);
      return end < 0 ? path.length() : end;
    }

    /** Ignores the part of a segment after a semicolon. */
    private static boolean isMatched(String segment, String path, int from, int to) {
      int semicolon = path.indexOf(';', from);
      int length = (semicolon >= 0 && semicolon < to ? semicolon : to) - from;
      return segment.equals(ANY)
          ? length > 0
          : length == segment.length() && path.startsWith(segment, from);
    }
  }
}

package io.headwaiter.lab.profile;

import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Reads lines as Tomcat's access log valve and Apache httpd write them: by the same pattern that
 * the server was given. Understood are
 *
 * <pre>
 *   %h %a            client              %S %{NAME}c %{NAME}C    session or cookie
 *   %t               time                %{User-Agent}i         agent
 *   %r               request line        %m %U %q               its parts
 *   %s               status              %D %F %T               time taken
 * </pre>
 *
 * <p>Others are passed over. What a line has behind the end of the pattern is passed over too, so
 * {@code common} also reads {@code combined}. Between two fields there must be some text. Not
 * thread-safe: the last time is kept, because lines of one second follow each other.
 */
public final class LogFormat {
  /** Tomcat's pattern of that name. */
  public static final String COMMON = "%h %l %u %t \"%r\" %s %b";

  /** Tomcat's pattern of that name. */
  public static final String COMBINED = COMMON + " \"%{Referer}i\" \"%{User-Agent}i\"";

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ENGLISH);
  private static final double MICROS_PER_MILLI = 1e3;
  private static final double MICROS_PER_SECOND = 1e6;
  private static final double MICROS_MAX = 1e15;

  /** What a field tells. */
  private enum Kind {
    CLIENT,
    AGENT,
    SESSION,
    TIME,
    REQUEST,
    METHOD,
    PATH,
    QUERY,
    STATUS,
    MICROS,
    MILLIS,
    SECONDS,
    NOTHING
  }

  /**
   * A field and the text behind it.
   *
   * @param quoted whether it stands between quotes, in which a backslash hides a quote
   */
  private record Field(Kind kind, boolean quoted, String behind) {}

  private final String before;
  private final List<Field> fields;
  private String lastTime = "";
  private long lastSeconds = LogEntry.UNKNOWN;

  private LogFormat(String before, List<Field> fields) {
    this.before = before;
    this.fields = List.copyOf(fields);
  }

  /**
   * The format of a pattern.
   *
   * @param pattern as in the server's configuration, or {@code common} or {@code combined}
   * @param millis whether %D is in milliseconds, as Tomcat up to 9 writes it; later ones and httpd
   *     write microseconds
   * @throws IllegalArgumentException when it cannot be read, or does not tell the path
   */
  public static LogFormat of(String pattern, boolean millis) {
    return switch (pattern) {
      case "common" -> parse(COMMON, millis);
      case "combined" -> parse(COMBINED, millis);
      default -> parse(pattern, millis);
    };
  }

  private static LogFormat parse(String pattern, boolean millis) {
    int at = pattern.indexOf('%');
    String before = at < 0 ? pattern : pattern.substring(0, at);
    String previous = before;
    List<Field> fields = new ArrayList<>();
    while (at >= 0) {
      int end = codeEnd(pattern, at);
      Kind kind = kind(pattern.substring(at + 1, end), millis);
      int next = pattern.indexOf('%', end);
      String behind = pattern.substring(end, next < 0 ? pattern.length() : next);
      if (next >= 0 && behind.isEmpty()) {
        throw new IllegalArgumentException(
            "The log pattern has nothing between two fields at \""
                + pattern.substring(at)
                + "\"; they cannot be told apart.");
      }
      fields.add(new Field(kind, previous.endsWith("\""), behind));
      previous = behind;
      at = next;
    }
    if (fields.stream().noneMatch(f -> f.kind() == Kind.REQUEST || f.kind() == Kind.PATH)) {
      throw new IllegalArgumentException(
          "The log pattern \"" + pattern + "\" does not tell the path; it needs %r or %U.");
    }
    return new LogFormat(before, fields);
  }

  /** Where a field's code ends, which begins with a percent sign. */
  private static int codeEnd(String pattern, int at) {
    int end = at + 1;
    while (end < pattern.length() && isModifier(pattern.charAt(end))) {
      end++;
    }
    if (end < pattern.length() && pattern.charAt(end) == '{') {
      end = pattern.indexOf('}', end) + 1;
    }
    if (end <= 0 || end >= pattern.length()) {
      throw new IllegalArgumentException(
          "The log pattern ends within a field: \"" + pattern.substring(at) + "\".");
    }
    return end + 1;
  }

  /** httpd's: of the first or of the last request of an internal redirect. */
  private static boolean isModifier(char c) {
    return c == '<' || c == '>';
  }

  private static Kind kind(String modified, boolean millis) {
    String code = modified.replace("<", "").replace(">", "");
    if (code.startsWith("{")) {
      // Tomcat's and httpd's cookies, and Tomcat's attributes of the session.
      boolean session = code.endsWith("}c") || code.endsWith("}C") || code.endsWith("}s");
      boolean agent = code.equalsIgnoreCase("{User-Agent}i");
      return session ? Kind.SESSION : agent ? Kind.AGENT : Kind.NOTHING;
    }
    return switch (code) {
      case "h", "a" -> Kind.CLIENT;
      case "S" -> Kind.SESSION;
      case "t" -> Kind.TIME;
      case "r" -> Kind.REQUEST;
      case "m" -> Kind.METHOD;
      case "U" -> Kind.PATH;
      case "q" -> Kind.QUERY;
      case "s" -> Kind.STATUS;
      case "D" -> millis ? Kind.MILLIS : Kind.MICROS;
      case "F" -> Kind.MILLIS;
      case "T" -> Kind.SECONDS;
      default -> Kind.NOTHING;
    };
  }

  /** Reads a line without its end; empty if it is not of this format. */
  Optional<LogEntry> read(String line) {
    if (!line.startsWith(before)) {
      return Optional.empty();
    }
    Reading reading = new Reading();
    int at = before.length();
    for (Field field : fields) {
      int end = end(line, at, field);
      if (end < 0 || !reading.take(field.kind(), line.substring(at, end))) {
        return Optional.empty();
      }
      at = end + field.behind().length();
    }
    return reading.entry();
  }

  /** Where a field ends that begins there; -1 if it does not. */
  private static int end(String line, int from, Field field) {
    if (field.quoted()) {
      return closingQuote(line, from, field.behind());
    }
    if (field.kind() == Kind.TIME && line.startsWith("[", from)) {
      int end = line.indexOf(']', from) + 1;
      return end > 0 && line.startsWith(field.behind(), end) ? end : -1;
    }
    if (field.behind().isEmpty()) {
      int space = line.indexOf(' ', from);
      return space < 0 ? line.length() : space;
    }
    return line.indexOf(field.behind(), from);
  }

  private static int closingQuote(String line, int from, String behind) {
    for (int at = from; at < line.length(); at++) {
      if (line.charAt(at) == '\\') {
        at++;
      } else if (line.charAt(at) == '"') {
        return line.startsWith(behind, at) ? at : -1;
      }
    }
    return -1;
  }

  /** Seconds since the epoch; UNKNOWN for a dash or what is no time. */
  private long seconds(String time) {
    if (!time.equals(lastTime)) {
      lastTime = time;
      lastSeconds = parseSeconds(time);
    }
    return lastSeconds;
  }

  private static long parseSeconds(String time) {
    boolean brackets = time.startsWith("[") && time.endsWith("]");
    String text = brackets ? time.substring(1, time.length() - 1) : time;
    try {
      return OffsetDateTime.parse(text, TIME).toEpochSecond();
    } catch (DateTimeException e) {
      return LogEntry.UNKNOWN;
    }
  }

  /** The fields of one line so far. */
  private final class Reading {
    private String client = "";
    private String agent = "";
    private String session = "";
    private long epochSeconds = LogEntry.UNKNOWN;
    private String method = "";
    private String path = "";
    private String query = "";
    private int status = LogEntry.UNKNOWN;
    private long micros = LogEntry.UNKNOWN;

    /** False if the field cannot be what the pattern says. */
    boolean take(Kind kind, String text) {
      String value = text.equals("-") ? "" : text;
      switch (kind) {
        case CLIENT -> client = value;
        case AGENT -> agent = value;
        case SESSION -> session = session.isEmpty() ? value : session;
        case TIME -> epochSeconds = seconds(text);
        case METHOD -> method = value;
        case PATH -> path = value;
        case QUERY -> query = value;
        case REQUEST -> {
          return takeRequest(value);
        }
        case STATUS -> {
          return takeStatus(value);
        }
        case MICROS -> takeTime(value, 1);
        case MILLIS -> takeTime(value, MICROS_PER_MILLI);
        case SECONDS -> takeTime(value, MICROS_PER_SECOND);
        case NOTHING -> {}
      }
      return true;
    }

    /** Method, target and protocol; a target has no spaces. */
    private boolean takeRequest(String line) {
      int first = line.indexOf(' ');
      int second = line.indexOf(' ', first + 1);
      if (first <= 0 || second <= first + 1 || !line.startsWith("HTTP/", second + 1)) {
        return false;
      }
      method = line.substring(0, first);
      path = line.substring(first + 1, second);
      return true;
    }

    private boolean takeStatus(String value) {
      if (value.length() != 3 || !value.chars().allMatch(c -> c >= '0' && c <= '9')) {
        return value.isEmpty();
      }
      status = Integer.parseInt(value);
      return true;
    }

    /** The first that can be read: a log may tell it twice, the finer one first or not at all. */
    private void takeTime(String value, double microsPerUnit) {
      if (micros != LogEntry.UNKNOWN || value.isEmpty() || value.length() > 20) {
        return;
      }
      try {
        double time = Double.parseDouble(value) * microsPerUnit;
        micros = time >= 0 && time <= MICROS_MAX ? Math.round(time) : LogEntry.UNKNOWN;
      } catch (NumberFormatException e) {
        micros = LogEntry.UNKNOWN;
      }
    }

    Optional<LogEntry> entry() {
      if (path.isEmpty()) {
        return Optional.empty();
      }
      return Optional.of(
          new LogEntry(client, agent, session, epochSeconds, method, path + query, status, micros));
    }
  }
}

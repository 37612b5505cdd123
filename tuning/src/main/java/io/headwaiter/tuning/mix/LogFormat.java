package io.headwaiter.tuning.mix;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads lines as Tomcat's access log valve, Jetty and Apache httpd write them, by the pattern of
 * the server's configuration. It supports
 *
 * <pre>
 *   %h %a %{...}a    client              %S %{JSESSIONID}c      session
 *   %t %{...}t       time                %{User-Agent}i         agent
 *   %r               request line        %m %U %q               its parts
 *   %s               status              %D %F %T               time taken
 * </pre>
 *
 * <p>If a header of a proxy names the client, as in {@code %{X-Forwarded-For}i}, it is used. The
 * session is %S, or else the first cookie or session attribute with the name of a session: it
 * contains {@code sess} or ends with {@code sid}. Others are ignored. Text after the end of the
 * pattern is ignored too, so {@code common} also reads {@code combined}. Between two fields there
 * must be some text, except for a query directly after its path. Not thread-safe: the last time is
 * kept.
 */
public final class LogFormat {
  /** Tomcat's pattern of that name. */
  public static final String COMMON = "%h %l %u %t \"%r\" %s %b";

  /** Tomcat's pattern of that name. */
  public static final String COMBINED = COMMON + " \"%{Referer}i\" \"%{User-Agent}i\"";

  /** Headers in which proxies name the client; if they name several, the first one counts. */
  private static final Set<String> CLIENT_HEADERS =
      Set.of("x-forwarded-for", "x-real-ip", "true-client-ip", "cf-connecting-ip");

  private static final double MICROS_PER_MILLI = 1e3;
  private static final double MICROS_PER_SECOND = 1e6;
  private static final double MICROS_MAX = 1e15;

  /** The content of a field. */
  private enum Kind {
    /** The client as named by a proxy. */
    FORWARDED,
    CLIENT,
    /** The connected client, which may be a proxy. */
    PEER,
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

  /** The kinds that distinguish visitors; a pattern needs one of them. */
  private static final Set<Kind> VISITOR =
      Set.of(Kind.FORWARDED, Kind.CLIENT, Kind.PEER, Kind.SESSION);

  /** A field's code without percent sign and modifiers, and the text after it. */
  private record Token(String code, String behind) {
    /** Returns the text between the braces; empty without braces. */
    String name() {
      return code.startsWith("{") ? code.substring(1, code.length() - 2) : "";
    }

    char letter() {
      return code.charAt(code.length() - 1);
    }

    /** Returns whether it is a cookie (Tomcat, httpd) or a session attribute (Tomcat). */
    boolean isCookie() {
      return code.startsWith("{") && "cCs".indexOf(letter()) >= 0;
    }

    boolean isSessionCookie() {
      String name = name().toLowerCase(Locale.ROOT);
      return isCookie() && (name.contains("sess") || name.endsWith("sid"));
    }
  }

  /**
   * The kind of a field, and the text after it.
   *
   * @param time reader of the field if it is a time; null otherwise
   * @param quoted whether it is between quotes, in which a backslash escapes a quote
   */
  private record Field(Kind kind, LogTime time, boolean quoted, String behind) {}

  private final String before;
  private final List<Field> fields;
  private final List<String> cookiesPassedOver;

  private LogFormat(String before, List<Field> fields, List<String> cookiesPassedOver) {
    this.before = before;
    this.fields = List.copyOf(fields);
    this.cookiesPassedOver = List.copyOf(cookiesPassedOver);
  }

  /**
   * Returns the format of a pattern.
   *
   * @param pattern as in the server's configuration, or {@code common} or {@code combined}
   * @param millis whether %D is in milliseconds, as in Tomcat up to 9; later versions and httpd
   *     write microseconds
   * @throws IllegalArgumentException when the pattern is invalid, or has no path, or neither client
   *     nor session
   */
  public static LogFormat of(String pattern, boolean millis) {
    return switch (pattern) {
      case "common" -> parse(COMMON, millis);
      case "combined" -> parse(COMBINED, millis);
      default -> parse(pattern, millis);
    };
  }

  private static LogFormat parse(String configured, boolean millis) {
    String pattern = unescaped(configured);
    int first = pattern.indexOf('%');
    String before = first < 0 ? pattern : pattern.substring(0, first);
    List<Token> tokens = tokens(pattern, first);
    String session = sessionCode(tokens);
    List<Field> fields = new ArrayList<>();
    String previous = before;
    for (Token token : tokens) {
      fields.add(field(token, session, previous, millis));
      previous = token.behind();
    }
    check(pattern, fields.stream().map(Field::kind).collect(Collectors.toSet()));
    return new LogFormat(before, fields, session.isEmpty() ? cookies(tokens) : List.of());
  }

  /** Removes the escapes of httpd's configuration and of Tomcat's XML. */
  private static String unescaped(String configured) {
    return configured
        .replace("&quot;", "\"")
        .replace("&apos;", "'")
        .replace("\\\"", "\"")
        .replace("\\t", "\t");
  }

  private static List<Token> tokens(String pattern, int first) {
    List<Token> tokens = new ArrayList<>();
    int at = first;
    while (at >= 0) {
      int end = codeEnd(pattern, at);
      String code = pattern.substring(at + 1, end).replaceFirst("^[<>]+", "");
      if (code.equals("U") && pattern.startsWith("%q", end)) {
        end += "%q".length(); // both are the target
      }
      int next = pattern.indexOf('%', end);
      String behind = pattern.substring(end, next < 0 ? pattern.length() : next);
      if (next >= 0 && behind.isEmpty()) {
        throw new IllegalArgumentException(
            "The log pattern has nothing between two fields at \""
                + pattern.substring(at)
                + "\"; they cannot be told apart.");
      }
      tokens.add(new Token(code, behind));
      at = next;
    }
    return tokens;
  }

  private static void check(String pattern, Set<Kind> kinds) {
    if (!kinds.contains(Kind.REQUEST) && !kinds.contains(Kind.PATH)) {
      throw new IllegalArgumentException(
          "The log pattern \"" + pattern + "\" does not tell the path; it needs %r or %U.");
    }
    if (Collections.disjoint(kinds, VISITOR)) {
      throw new IllegalArgumentException(
          "The log pattern \""
              + pattern
              + "\" tells neither client nor session, so all visitors would be one; it needs %h,"
              + " %a, %{X-Forwarded-For}i, %S or a cookie named as a session, as %{JSESSIONID}c."
              + " Where the session's cookie has another name, write %S in its place.");
    }
  }

  /** Returns the end of a field's code, which begins with a percent sign. */
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

  /** Modifiers of httpd: the first or the last request of an internal redirect. */
  private static boolean isModifier(char c) {
    return c == '<' || c == '>';
  }

  /** Returns the code of the field that is the session; empty if there is none. */
  private static String sessionCode(List<Token> tokens) {
    if (tokens.stream().anyMatch(token -> token.code().equals("S"))) {
      return "S";
    }
    return tokens.stream().filter(Token::isSessionCookie).map(Token::code).findFirst().orElse("");
  }

  private static List<String> cookies(List<Token> tokens) {
    return tokens.stream().filter(Token::isCookie).map(token -> '%' + token.code()).toList();
  }

  private static Field field(Token token, String session, String previous, boolean millis) {
    Kind kind = token.code().equals(session) ? Kind.SESSION : kind(token, millis);
    LogTime time = kind == Kind.TIME ? LogTime.of(token.name()) : null;
    boolean quoted = previous.endsWith("\"") && token.behind().startsWith("\"");
    return new Field(kind, time, quoted, token.behind());
  }

  private static Kind kind(Token token, boolean millis) {
    if (token.code().startsWith("{")) {
      return namedKind(token.name().toLowerCase(Locale.ROOT), token.letter());
    }
    return switch (token.code()) {
      case "h", "a" -> Kind.CLIENT;
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

  private static Kind namedKind(String name, char letter) {
    return switch (letter) {
      case 'a', 'h' -> addressKind(name);
      case 'i' -> headerKind(name);
      case 't' -> name.endsWith("_frac") ? Kind.NOTHING : Kind.TIME;
      default -> Kind.NOTHING;
    };
  }

  /** httpd has c, Tomcat has peer and remote, Jetty has server, client, local and remote. */
  private static Kind addressKind(String name) {
    return switch (name) {
      case "c", "peer" -> Kind.PEER;
      case "server", "local" -> Kind.NOTHING;
      default -> Kind.CLIENT;
    };
  }

  private static Kind headerKind(String name) {
    if (CLIENT_HEADERS.contains(name)) {
      return Kind.FORWARDED;
    }
    return name.equals("user-agent") ? Kind.AGENT : Kind.NOTHING;
  }

  /** Returns the cookies that may be a session by another name, if the pattern has no session. */
  List<String> cookiesPassedOver() {
    return cookiesPassedOver;
  }

  /** Reads a line without its end; returns empty if it is not of this format. */
  Optional<LogEntry> read(String line) {
    if (!line.startsWith(before)) {
      return Optional.empty();
    }
    Reading reading = new Reading();
    int at = before.length();
    for (Field field : fields) {
      int end = end(line, at, field);
      if (end < 0
          || !line.startsWith(field.behind(), end)
          || !reading.take(field, line.substring(at, end))) {
        return Optional.empty();
      }
      at = end + field.behind().length();
    }
    return reading.entry();
  }

  /** Returns the end of a field that begins at {@code from}; -1 if it has no end. */
  private static int end(String line, int from, Field field) {
    if (field.time() != null) {
      return field.time().read(line, from);
    }
    if (field.quoted()) {
      return closingQuote(line, from);
    }
    if (field.behind().isEmpty()) {
      int space = line.indexOf(' ', from);
      return space < 0 ? line.length() : space;
    }
    int end = line.indexOf(field.behind(), from);
    // A list of addresses contains blanks.
    while (field.kind() == Kind.FORWARDED && end > from && line.charAt(end - 1) == ',') {
      end = line.indexOf(field.behind(), end + 1);
    }
    return end;
  }

  private static int closingQuote(String line, int from) {
    for (int at = from; at < line.length(); at++) {
      if (line.charAt(at) == '\\') {
        at++;
      } else if (line.charAt(at) == '"') {
        return at;
      }
    }
    return -1;
  }

  /** The fields of one line so far. */
  private static final class Reading {
    private String forwarded = "";
    private String client = "";
    private String peer = "";
    private String agent = "";
    private String session = "";
    private long epochSeconds = LogEntry.UNKNOWN;
    private String method = "";
    private String path = "";
    private String query = "";
    private int status = LogEntry.UNKNOWN;
    private long micros = LogEntry.UNKNOWN;

    /** Takes a field; returns false if it does not fit the pattern. */
    boolean take(Field field, String text) {
      String value = text.equals("-") ? "" : text;
      switch (field.kind()) {
        case FORWARDED -> forwarded = firstOf(forwarded, firstAddress(value));
        case CLIENT -> client = firstOf(client, value);
        case PEER -> peer = firstOf(peer, value);
        case AGENT -> agent = value;
        case SESSION -> session = firstOf(session, value);
        case TIME -> {
          // A pattern may have it twice, or in pieces of which one has day and hour.
          if (epochSeconds == LogEntry.UNKNOWN) {
            epochSeconds = field.time().seconds();
          }
        }
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

    private static String firstOf(String first, String second) {
      return first.isEmpty() ? second : first;
    }

    /** Returns the client's address, without the port, which varies; the others are proxies. */
    private static String firstAddress(String list) {
      int comma = list.indexOf(',');
      String address = comma < 0 ? list : list.substring(0, comma);
      int colon = address.indexOf(':');
      boolean port = colon > 0 && colon == address.lastIndexOf(':');
      return port ? address.substring(0, colon) : address;
    }

    /** Takes method, target and protocol; a target has no spaces. */
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

    /** Takes the first readable duration; a log may have several. */
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
      String visitor = firstOf(forwarded, firstOf(client, peer));
      return Optional.of(
          new LogEntry(
              visitor, agent, session, epochSeconds, method, path + query, status, micros));
    }
  }
}

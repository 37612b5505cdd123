package io.headwaiter.tuning.mix;

import static java.time.temporal.ChronoField.INSTANT_SECONDS;
import static java.time.temporal.ChronoField.MICRO_OF_SECOND;
import static java.time.temporal.ChronoField.MILLI_OF_SECOND;

import java.text.ParsePosition;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.SignStyle;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalQueries;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the times of a log: {@code %t} in brackets, {@code %{FORMAT}t} by its format, which is
 * SimpleDateFormat's in Tomcat and Jetty and strftime's in httpd. Only the format determines where
 * such a time ends, because it may contain blanks. A time without a zone counts as UTC, because
 * sessions depend on differences only. Not thread-safe: the last time is kept.
 */
abstract class LogTime {
  /** The letters with the same meaning in a {@link DateTimeFormatter}. */
  private static final String SIMPLE_DATE_FORMAT_LETTERS = "yMdHhKkamsSEzZX";

  private static final Pattern SIMPLE_DATE_FORMAT_PARTS =
      Pattern.compile("'((?:[^']|'')*+)'|([a-zA-Z])\\2*|.", Pattern.DOTALL);
  private static final Pattern STRFTIME_PARTS = Pattern.compile("%(.)|.", Pattern.DOTALL);

  /** The patterns of a {@link DateTimeFormatter} for strftime's letters. */
  private static final Map<String, String> STRFTIME =
      Map.ofEntries(
          Map.entry("Y", "yyyy"),
          Map.entry("y", "yy"),
          Map.entry("m", "MM"),
          Map.entry("b", "MMM"),
          Map.entry("h", "MMM"),
          Map.entry("B", "MMMM"),
          Map.entry("d", "dd"),
          Map.entry("a", "EEE"),
          Map.entry("A", "EEEE"),
          Map.entry("H", "HH"),
          Map.entry("I", "hh"),
          Map.entry("p", "a"),
          Map.entry("M", "mm"),
          Map.entry("S", "ss"),
          Map.entry("z", "Z"),
          Map.entry("Z", "z"),
          Map.entry("F", "yyyy-MM-dd"),
          Map.entry("T", "HH:mm:ss"),
          Map.entry("R", "HH:mm"),
          Map.entry("D", "MM/dd/yy"));

  /** The time read last, since the epoch; UNKNOWN if it had no day and hour. */
  private long seconds = LogEntry.UNKNOWN;

  private LogTime() {}

  /**
   * Returns the reader of a time field.
   *
   * @param name text between the braces of the field; empty for {@code %t}
   * @throws IllegalArgumentException when the format is not supported
   */
  static LogTime of(String name) {
    // The moment within the request does not matter, nor do Jetty's zone and locale.
    String format = name.replaceFirst("^(begin|end)(:|$)", "").replaceFirst("\\|.*", "");
    try {
      return format.isEmpty() ? new Common() : new Formatted(format);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "The time %{"
              + name
              + "}t of the log pattern cannot be read: "
              + e.getMessage()
              + ". Read are %t, sec, msec and usec, the letters "
              + SIMPLE_DATE_FORMAT_LETTERS
              + " of SimpleDateFormat, and of strftime %Y %y %m %b %B %d %e %a %A %H %I %p %M %S %z"
              + " %Z %F %T %R %D %s.",
          e);
    }
  }

  /** Reads the time that begins at {@code from}; returns its end, or -1 if there is none. */
  abstract int read(String line, int from);

  /** Returns the time read last in seconds since the epoch, or UNKNOWN. */
  final long seconds() {
    return seconds;
  }

  /** {@code [21/Nov/2026:14:00:05 +0100]}, or a dash. */
  private static final class Common extends LogTime {
    private static final DateTimeFormatter FORMATTER =
        DateTimeFormatter.ofPattern("'['dd/MMM/yyyy:HH:mm:ss Z']'", Locale.ENGLISH);

    private String last = "";

    @Override
    int read(String line, int from) {
      int end = line.startsWith("[", from) ? line.indexOf(']', from) + 1 : 0;
      end = line.startsWith("-", from) ? from + 1 : end;
      if (end <= 0) {
        return -1;
      }
      keep(line.substring(from, end));
      return end;
    }

    /** Parses only a new time: successive lines often have the same second. */
    private void keep(String time) {
      if (!time.equals(last)) {
        last = time;
        super.seconds = parse(time);
      }
    }

    private static long parse(String time) {
      try {
        return OffsetDateTime.parse(time, FORMATTER).toEpochSecond();
      } catch (DateTimeException e) {
        return LogEntry.UNKNOWN;
      }
    }
  }

  /** A time with a given format. */
  private static final class Formatted extends LogTime {
    private final DateTimeFormatter formatter;

    Formatted(String format) {
      formatter = formatter(format);
    }

    @Override
    int read(String line, int from) {
      int end = readBare(line, from);
      if (end >= 0 || !line.startsWith("[", from)) {
        return end;
      }
      // Jetty writes brackets around each format.
      end = readBare(line, from + 1);
      return end >= 0 && line.startsWith("]", end) ? end + 1 : -1;
    }

    private int readBare(String line, int from) {
      ParsePosition at = new ParsePosition(from);
      try {
        super.seconds = secondsOf(formatter.parse(line, at));
        return at.getIndex();
      } catch (DateTimeException e) {
        return -1;
      }
    }

    private static long secondsOf(TemporalAccessor time) {
      if (time.isSupported(INSTANT_SECONDS)) {
        return time.getLong(INSTANT_SECONDS);
      }
      LocalDate day = time.query(TemporalQueries.localDate());
      LocalTime hour = time.query(TemporalQueries.localTime());
      return day == null || hour == null
          ? LogEntry.UNKNOWN
          : day.atTime(hour).toEpochSecond(ZoneOffset.UTC);
    }
  }

  private static DateTimeFormatter formatter(String format) {
    DateTimeFormatterBuilder builder = new DateTimeFormatterBuilder().parseCaseInsensitive();
    switch (format) {
      case "sec" -> appendSeconds(builder);
      case "msec" -> appendSeconds(builder).appendValue(MILLI_OF_SECOND, 3);
      case "usec" -> appendSeconds(builder).appendValue(MICRO_OF_SECOND, 6);
      default -> {
        if (format.indexOf('%') >= 0) {
          appendStrftime(builder, format);
        } else {
          appendSimpleDateFormat(builder, format);
        }
      }
    }
    return builder.toFormatter(Locale.ENGLISH);
  }

  private static DateTimeFormatterBuilder appendSeconds(DateTimeFormatterBuilder builder) {
    return builder.appendValue(INSTANT_SECONDS, 1, 12, SignStyle.NEVER);
  }

  private static void appendSimpleDateFormat(DateTimeFormatterBuilder builder, String format) {
    Matcher parts = SIMPLE_DATE_FORMAT_PARTS.matcher(format);
    while (parts.find()) {
      String part = parts.group();
      if (parts.group(1) != null) {
        builder.appendLiteral(part.equals("''") ? "'" : parts.group(1).replace("''", "'"));
      } else if (parts.group(2) == null) {
        builder.appendLiteral(part);
      } else if (SIMPLE_DATE_FORMAT_LETTERS.contains(parts.group(2))) {
        builder.appendPattern(part);
      } else {
        throw new IllegalArgumentException("it has " + part);
      }
    }
  }

  private static void appendStrftime(DateTimeFormatterBuilder builder, String format) {
    Matcher parts = STRFTIME_PARTS.matcher(format);
    while (parts.find()) {
      String letter = parts.group(1);
      if (letter == null || letter.equals("%")) {
        builder.appendLiteral(parts.group().charAt(0));
      } else if (letter.equals("e")) {
        builder.optionalStart().appendLiteral(' ').optionalEnd().appendPattern("d");
      } else if (letter.equals("s")) {
        appendSeconds(builder);
      } else if (STRFTIME.containsKey(letter)) {
        builder.appendPattern(STRFTIME.get(letter));
      } else {
        throw new IllegalArgumentException("it has %" + letter);
      }
    }
  }
}

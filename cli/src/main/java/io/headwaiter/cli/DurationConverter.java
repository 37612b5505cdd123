package io.headwaiter.cli;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads durations such as 500ms, 60s, 1.5s, 2m or 1h. */
final class DurationConverter implements ITypeConverter<Duration> {
  private static final Pattern FORM = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,6})?)(ms|s|m|h)");

  @Override
  public Duration convert(String text) {
    Matcher matcher = FORM.matcher(text.trim());
    if (!matcher.matches()) {
      throw new TypeConversionException(
          "\"" + text + "\" is no time; write a number with ms, s, m or h, as in 500ms or 60s");
    }
    double number = Double.parseDouble(matcher.group(1));
    return Duration.ofNanos(Math.round(number * nanosPer(matcher.group(2))));
  }

  private static double nanosPer(String unit) {
    return switch (unit) {
      case "ms" -> 1e6;
      case "s" -> 1e9;
      case "m" -> 60e9;
      default -> 3600e9;
    };
  }
}

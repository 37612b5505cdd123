package io.headwaiter.cli;

import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a time, or {@code none} for patience without end, which is {@link Duration#ZERO}. */
final class PatienceConverter implements ITypeConverter<Duration> {
  @Override
  public Duration convert(String text) {
    if (text.trim().equals("none")) {
      return Duration.ZERO;
    }
    Duration patience = new DurationConverter().convert(text);
    if (patience.isZero()) {
      throw new TypeConversionException(
          "\"" + text + "\" leaves no time for a reply; write a time from 10ms, or none");
    }
    return patience;
  }
}

package io.headwaiter.cli;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A range of whole numbers, written MIN-MAX, or MAX alone for a range from 2 (from 1 if MAX is 1).
 *
 * @param least at least 1
 * @param most at least {@code least}
 */
record Range(int least, int most) {
  /** Reads a range. */
  static final class Converter implements ITypeConverter<Range> {
    private static final Pattern FORM = Pattern.compile("(?:(\\d{1,6})-)?(\\d{1,6})");

    @Override
    public Range convert(String value) {
      Matcher form = FORM.matcher(value);
      if (form.matches()) {
        int most = Integer.parseInt(form.group(2));
        int least = form.group(1) == null ? Math.min(2, most) : Integer.parseInt(form.group(1));
        if (least >= 1 && least <= most) {
          return new Range(least, most);
        }
      }
      throw new TypeConversionException(
          "it must be MIN-MAX, as 2-60, with MIN from 1 to MAX; got " + value);
    }
  }
}

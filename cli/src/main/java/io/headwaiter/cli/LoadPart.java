package io.headwaiter.cli;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * One part of a load that several generators share.
 *
 * @param part which one, from 1
 * @param parts how many there are
 */
record LoadPart(int part, int parts) {
  private static final Pattern FORM = Pattern.compile("(\\d{1,4})/(\\d{1,4})");

  /** Reads a part such as 1/3. */
  static final class Converter implements ITypeConverter<LoadPart> {
    @Override
    public LoadPart convert(String text) {
      Matcher matcher = FORM.matcher(text.trim());
      if (!matcher.matches()) {
        throw new TypeConversionException(
            "\"" + text + "\" is no part; write its number and how many there are, as in 1/3");
      }
      return new LoadPart(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
    }
  }
}

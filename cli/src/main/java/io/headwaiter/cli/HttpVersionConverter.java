package io.headwaiter.cli;

import io.headwaiter.load.HttpVersion;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads 1.1 or 2. */
final class HttpVersionConverter implements ITypeConverter<HttpVersion> {
  @Override
  public HttpVersion convert(String text) {
    return switch (text.trim()) {
      case "1.1" -> HttpVersion.HTTP_1_1;
      case "2" -> HttpVersion.HTTP_2;
      default ->
          throw new TypeConversionException(
              "\"" + text + "\" is no version of HTTP that can be chosen; write 1.1 or 2");
    };
  }
}

package io.headwaiter.apps.bookstore;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The fixed lists of the bookstore. */
final class Choices {
  static final List<String> CARDS = List.of("VISA", "MASTERCARD", "DISCOVER", "AMEX", "DINERS");

  static final List<String> ORDER_STATES = List.of("PROCESSING", "SHIPPED", "PENDING", "DENIED");

  static final List<String> SEARCH_TYPES = List.of("author", "title", "subject");

  /** The countries in the order of their ids, 1 to 92. */
  static final List<String> COUNTRIES =
      new String(resource("countries.txt"), StandardCharsets.UTF_8).lines().toList();

  private Choices() {}

  /** Returns a file in the package of this class. */
  static byte[] resource(String name) {
    try (InputStream in = Choices.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("The resource " + name + " is missing from the jar.");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read the resource " + name, e);
    }
  }
}

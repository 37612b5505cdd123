package io.headwaiter.apps.supplier;

import io.headwaiter.apps.PageError;
import java.util.Locale;

/** The two formats of messages. Stateless and thread-safe. */
final class MessageFormats {
  /** JSON: {@code {"NewProducts":{"subject":"ARTS"}}}. */
  static final MessageFormat JSON = new JsonFormat();

  /** XML in an envelope of SOAP 1.1. */
  static final MessageFormat XML = new XmlFormat();

  /** What follows the name of a request in the name of its reply. */
  static final String RESPONSE = "Response";

  private MessageFormats() {}

  /**
   * Returns the format of a request.
   *
   * @param contentType value of the header, null if there is none
   * @throws PageError with status 400 for another content type
   */
  static MessageFormat of(String contentType) {
    String type = contentType == null ? "" : contentType;
    int parameters = type.indexOf(';');
    String media = (parameters < 0 ? type : type.substring(0, parameters)).strip();
    return switch (media.toLowerCase(Locale.ROOT)) {
      case "application/json" -> JSON;
      case "text/xml", "application/xml", "application/soap+xml" -> XML;
      default ->
          throw PageError.badRequest(
              "The Content-Type is neither JSON nor XML; give application/json or text/xml.");
    };
  }
}

package io.headwaiter.apps.supplier;

import io.headwaiter.apps.PageError;

/**
 * A way to write messages. A message has a name and content; a reply's name is that of the request
 * with "Response" behind it. Implementations are thread-safe and keep nothing of what they read.
 */
interface MessageFormat {
  /** Returns the content type of what {@link #write} and {@link #error} return. */
  String contentType();

  /**
   * Reads a message.
   *
   * @param name the name that it must have
   * @param body bounded by the caller
   * @throws PageError with status 400 if it is malformed, nested too deeply, or another message
   */
  Fields read(String name, byte[] body);

  /** Returns a message as bytes. */
  byte[] write(String name, Fields content);

  /**
   * Returns an error as bytes.
   *
   * @param status the HTTP status, 400 to 599
   */
  byte[] error(int status, String sentence);
}

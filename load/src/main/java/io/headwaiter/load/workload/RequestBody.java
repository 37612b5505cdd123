package io.headwaiter.load.workload;

import java.nio.charset.StandardCharsets;

/**
 * The body of a request. Immutable.
 *
 * @param contentType value of the header of this name, printable ASCII
 * @param text sent as UTF-8
 */
public record RequestBody(String contentType, String text) {
  /** Returns the bytes that are sent. */
  public byte[] bytes() {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}

package io.headwaiter.tuning.mix;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * Reads the lines of a log of any size and content. A line that is too long is cut off and marked,
 * so that memory is bounded for a file without line ends. Not thread-safe.
 */
final class LineReader {
  /** Longest line in bytes; Tomcat's own bound of a request's head is 8 KiB. */
  static final int LINE_BYTES_MAX = 32_768;

  private static final int BLOCK_BYTES = 65_536;

  private final InputStream in;
  private final byte[] block = new byte[BLOCK_BYTES];
  private final byte[] line = new byte[LINE_BYTES_MAX];
  private int from;
  private int end;
  private boolean tooLong;

  LineReader(InputStream in) {
    this.in = in;
  }

  /**
   * Returns the next line without its end; null after the last. Bytes that are not UTF-8 become
   * replacement characters.
   */
  String next() throws IOException {
    int length = 0;
    boolean any = false;
    tooLong = false;
    while (from < end || fill()) {
      any = true;
      byte b = block[from++];
      if (b == '\n') {
        break;
      }
      if (length < line.length) {
        line[length++] = b;
      } else {
        tooLong = true;
      }
    }
    if (!any) {
      return null;
    }
    int text = length > 0 && line[length - 1] == '\r' ? length - 1 : length;
    return new String(line, 0, text, StandardCharsets.UTF_8);
  }

  /** Returns whether the last line was cut off. */
  boolean wasTooLong() {
    return tooLong;
  }

  private boolean fill() throws IOException {
    from = 0;
    end = Math.max(0, in.read(block));
    return end > 0;
  }
}

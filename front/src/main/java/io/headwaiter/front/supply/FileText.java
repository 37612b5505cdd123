package io.headwaiter.front.supply;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The text of a small file in a reusable buffer, with a cursor. Parsing allocates nothing. Not
 * thread-safe.
 */
final class FileText {
  /** The result of {@link #number} if there is none. */
  static final long NONE = -1;

  private static final int FIRST_CAPACITY = 4096;
  private static final long BEFORE_OVERFLOW = (Long.MAX_VALUE - 9) / 10;

  private byte[] bytes = new byte[FIRST_CAPACITY];
  private int length;
  private int at;

  /** Returns a text that is parsed once. */
  static FileText of(String text) {
    FileText made = new FileText();
    made.bytes = text.getBytes(StandardCharsets.UTF_8);
    made.length = made.bytes.length;
    return made;
  }

  /** Discards the text. */
  void clear() {
    length = 0;
    at = 0;
  }

  /** Returns the buffer, with space for at least so many bytes after the text. */
  byte[] room(int count) {
    if (bytes.length - length < count) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + count));
    }
    return bytes;
  }

  int length() {
    return length;
  }

  /** Extends the text by so many bytes that were put after it. */
  void grow(int count) {
    length += count;
  }

  /** Moves the cursor to the beginning. */
  void rewind() {
    at = 0;
  }

  boolean hasMore() {
    return at < length;
  }

  /** Moves the cursor past the word, if it is at the cursor; returns whether it was. */
  boolean take(String word) {
    if (length - at < word.length()) {
      return false;
    }
    for (int i = 0; i < word.length(); i++) {
      if (bytes[at + i] != word.charAt(i)) {
        return false;
      }
    }
    at += word.length();
    return true;
  }

  /** Moves the cursor past the character, if it is at the cursor; returns whether it was. */
  boolean take(char c) {
    if (at < length && bytes[at] == c) {
      at++;
      return true;
    }
    return false;
  }

  /** Moves the cursor past blanks and tabs. */
  void skipBlanks() {
    while (at < length && (bytes[at] == ' ' || bytes[at] == '\t')) {
      at++;
    }
  }

  /** Moves the cursor to the beginning of the next line, or to the end. */
  void skipLine() {
    while (at < length && bytes[at] != '\n') {
      at++;
    }
    take('\n');
  }

  /** Returns whether the line, or the text, ends here. */
  boolean atLineEnd() {
    return at >= length || bytes[at] == '\n';
  }

  /**
   * Returns the decimal number at the cursor, which moves past it; {@link #NONE} if there is none,
   * or one beyond a long.
   */
  long number() {
    int from = at;
    long value = 0;
    while (at < length && bytes[at] >= '0' && bytes[at] <= '9') {
      if (value > BEFORE_OVERFLOW) {
        return NONE;
      }
      value = 10 * value + bytes[at] - '0';
      at++;
    }
    return at == from ? NONE : value;
  }

  /** Returns the whole text as a string, for one-time parsing. */
  @Override
  public String toString() {
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }
}

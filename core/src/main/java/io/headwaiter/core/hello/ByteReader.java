package io.headwaiter.core.hello;

/**
 * Reads big-endian numbers from a range of an array, and throws its defect if the range ends early.
 * A range inside another one is always checked against its parent.
 */
final class ByteReader {
  private final byte[] bytes;
  private final int end;
  private final HelloDefect onMismatch;
  private int at;

  ByteReader(byte[] bytes, int from, int end, HelloDefect onMismatch) {
    this.bytes = bytes;
    this.at = from;
    this.end = end;
    this.onMismatch = onMismatch;
  }

  int at() {
    return at;
  }

  boolean hasMore() {
    return at < end;
  }

  int remaining() {
    return end - at;
  }

  int u8() throws DefectException {
    require(1);
    return bytes[at++] & 0xff;
  }

  int u16() throws DefectException {
    require(2);
    int value = TlsConstants.u16(bytes, at);
    at += 2;
    return value;
  }

  /** Steps over {@code length} bytes and returns where they begin. */
  int skip(int length) throws DefectException {
    require(length);
    int from = at;
    at += length;
    return from;
  }

  /** Steps over {@code length} bytes and returns a cursor over exactly them. */
  ByteReader range(int length, HelloDefect onMismatchInside) throws DefectException {
    int from = skip(length);
    return new ByteReader(bytes, from, at, onMismatchInside);
  }

  /**
   * Returns a list with a two-byte length that must fill the rest of this range and not be empty.
   */
  ByteReader wholeList16() throws DefectException {
    return whole(u16());
  }

  /**
   * Returns a list with a one-byte length that must fill the rest of this range and not be empty.
   */
  ByteReader wholeList8() throws DefectException {
    return whole(u8());
  }

  private ByteReader whole(int length) throws DefectException {
    if (length == 0 || length != remaining()) {
      throw DefectException.of(onMismatch);
    }
    return range(length, onMismatch);
  }

  void requireEnd() throws DefectException {
    if (at != end) {
      throw DefectException.of(onMismatch);
    }
  }

  private void require(int length) throws DefectException {
    if (length > end - at) {
      throw DefectException.of(onMismatch);
    }
  }
}

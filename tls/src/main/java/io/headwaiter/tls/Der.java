package io.headwaiter.tls;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;

/**
 * Reads DER: tag, length, value, with tags of one byte. A tag or length that is cut off throws
 * {@link BufferUnderflowException}; any other defect, such as a value that is cut off, throws
 * {@link IllegalArgumentException}.
 */
final class Der {
  private static final int LONG_FORM = 0x80;
  private static final int LENGTH_BYTES_MAX = 3;

  private Der() {}

  /** Returns the tag of the next value without taking the value. */
  static int tag(ByteBuffer from) {
    if (!from.hasRemaining()) {
      throw new BufferUnderflowException();
    }
    return from.get(from.position()) & 0xff;
  }

  /** Takes the next value, which must have this tag. */
  static ByteBuffer value(ByteBuffer from, int tag) {
    int found = tag(from);
    if (found != tag) {
      throw new IllegalArgumentException("expected tag " + tag + ", found " + found);
    }
    return value(from);
  }

  /** Takes the next value, whatever its tag. */
  static ByteBuffer value(ByteBuffer from) {
    from.get(); // tag
    int length = length(from);
    if (length > from.remaining()) {
      throw new IllegalArgumentException("longer than what holds it");
    }
    ByteBuffer value = from.slice(from.position(), length);
    from.position(from.position() + length);
    return value;
  }

  private static int length(ByteBuffer from) {
    int first = from.get() & 0xff;
    if (first < LONG_FORM) {
      return first;
    }
    int bytes = first - LONG_FORM;
    if (bytes > LENGTH_BYTES_MAX) {
      throw new IllegalArgumentException("a length of " + bytes + " bytes");
    }
    int length = 0;
    for (int i = 0; i < bytes; i++) {
      length = length << 8 | (from.get() & 0xff);
    }
    return length;
  }
}

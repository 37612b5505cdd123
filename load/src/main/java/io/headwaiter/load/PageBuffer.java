package io.headwaiter.load;

import io.netty.buffer.ByteBuf;

/** The first 64 KiB of a page, which are enough to scan. Belongs to one event loop. */
final class PageBuffer {
  private static final int MOST_BYTES = 64 * 1024;

  private final byte[] bytes = new byte[MOST_BYTES];
  private int length;

  void append(ByteBuf content) {
    int count = Math.min(content.readableBytes(), MOST_BYTES - length);
    content.getBytes(content.readerIndex(), bytes, length, count);
    length += count;
  }

  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }

  void clear() {
    length = 0;
  }
}

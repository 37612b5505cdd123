package io.headwaiter.front.supply;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;

/**
 * A file that the kernel writes whenever it is read, kept open. One that is missing is looked for
 * again after a while. Not thread-safe.
 */
final class KernelFile {
  /** Bytes of a file that are read; a line for a processor has some hundred. */
  static final int BYTES_MAX = 1 << 20;

  // RandomAccessFile allocates for more.
  private static final int CHUNK = 8192;
  private static final int MISSES_BEFORE_RETRY = 20;

  private final Path path;
  private RandomAccessFile open;
  private int missesToGo;

  KernelFile(Path path) {
    this.path = path;
  }

  Path path() {
    return path;
  }

  /** Reads the file as it is now; false, and no text, if that cannot be done. */
  boolean read(FileText text) {
    text.clear();
    if (missesToGo > 0) {
      missesToGo--;
      return false;
    }
    try {
      if (open == null) {
        open = new RandomAccessFile(path.toFile(), "r");
      }
      open.seek(0);
      int count = CHUNK;
      // Less than was asked for is the end: the kernel has written the whole file before it gives.
      while (count == CHUNK && text.length() < BYTES_MAX) {
        count = open.read(text.room(CHUNK), text.length(), CHUNK);
        text.grow(Math.max(0, count));
      }
      return text.length() > 0;
    } catch (IOException e) {
      text.clear();
      close();
      missesToGo = MISSES_BEFORE_RETRY;
      return false;
    }
  }

  void close() {
    if (open == null) {
      return;
    }
    try {
      open.close();
    } catch (IOException e) {
      // It was only read.
    }
    open = null;
  }
}

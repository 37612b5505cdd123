package io.headwaiter.front.supply;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A file that the kernel generates whenever it is read, kept open. A missing file is tried again
 * after a while. Not thread-safe.
 */
final class KernelFile {
  /** The most bytes that are read; a line for a processor has some hundred. */
  static final int BYTES_MAX = 1 << 20;

  // RandomAccessFile allocates a buffer for larger reads.
  private static final int CHUNK = 8192;
  private static final int MISSES_BEFORE_RETRY = 20;

  private final Path path;
  private @Nullable RandomAccessFile open;
  private int missesToGo;

  KernelFile(Path path) {
    this.path = path;
  }

  Path path() {
    return path;
  }

  /** Reads the file as it is now; returns false, with no text, if that fails. */
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
      // A short read is the end: the kernel has generated the whole file before it returns any.
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
      // Nothing was written.
    }
    open = null;
  }
}

package io.headwaiter.cli.fuzz;

import java.util.SplittableRandom;

/** Bytes read as a program: operations and their numbers. After its end all numbers are 0. */
final class Program {
  private static final int BYTES_MAX = 160;

  private final byte[] bytes;
  private int at;

  Program(byte[] bytes) {
    this.bytes = bytes;
  }

  static byte[] random(SplittableRandom random) {
    byte[] bytes = new byte[1 + random.nextInt(BYTES_MAX)];
    random.nextBytes(bytes);
    return bytes;
  }

  boolean hasNext() {
    return at < bytes.length;
  }

  /** Returns a number from 0 to 255. */
  int next() {
    return hasNext() ? bytes[at++] & 0xff : 0;
  }

  /** Returns a number from 0 to {@code bound - 1}, where the bound is at most 256. */
  int next(int bound) {
    return next() % bound;
  }

  /** Returns 0 to 255 * 2^20, in growing steps: small numbers are as likely as large ones. */
  long nextLong() {
    return (long) next() << (2 * next(11));
  }
}

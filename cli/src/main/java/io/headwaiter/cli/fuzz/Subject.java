package io.headwaiter.cli.fuzz;

import java.util.SplittableRandom;

/** A part of the program that must keep its promises whatever bytes come. Belongs to one thread. */
public interface Subject {
  /** Returns a short name, for reports. */
  String name();

  /** Makes an input. The same generator makes the same input. */
  byte[] input(SplittableRandom random);

  /**
   * Tries this input. The result depends on nothing else.
   *
   * @throws BrokenPromise if a promise does not hold; any other exception is a defect too
   */
  void check(byte[] input);

  /** Thrown if a promise does not hold. */
  final class BrokenPromise extends RuntimeException {
    private static final long serialVersionUID = 1;

    BrokenPromise(String what) {
      super(what);
    }
  }

  /** Throws {@link BrokenPromise} unless {@code holds}. */
  static void expect(boolean holds, String what) {
    if (!holds) {
      throw new BrokenPromise(what);
    }
  }
}

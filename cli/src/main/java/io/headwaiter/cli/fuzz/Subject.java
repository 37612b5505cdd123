package io.headwaiter.cli.fuzz;

import java.util.SplittableRandom;

/** Something that must keep its promises whatever bytes come. Belongs to one thread. */
public interface Subject {
  /** Short name, for reports. */
  String name();

  /** An input. The same generator makes the same input. */
  byte[] input(SplittableRandom random);

  /**
   * Tries this input. What is done with it depends on nothing else.
   *
   * @throws BrokenPromise if a promise does not hold; anything else that is thrown is a defect too
   */
  void check(byte[] input);

  /** A promise does not hold. */
  final class BrokenPromise extends RuntimeException {
    private static final long serialVersionUID = 1;

    BrokenPromise(String what) {
      super(what);
    }
  }

  /** Throws {@link BrokenPromise} unless this holds. */
  static void expect(boolean holds, String what) {
    if (!holds) {
      throw new BrokenPromise(what);
    }
  }
}

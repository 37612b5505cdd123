package io.headwaiter.core.pool;

/** Range checks; their messages contain the wrong value and the allowed range. */
public final class Checks {
  private Checks() {}

  public static void atLeast0(String name, double value) {
    if (!(value >= 0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(name + " must be at least 0 and finite, got " + value);
    }
  }

  public static void above0(String name, double value) {
    if (!(value > 0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(name + " must be above 0 and finite, got " + value);
    }
  }

  public static void within(String name, double value, double least, double most) {
    if (!(value >= least && value <= most)) {
      throw new IllegalArgumentException(
          name + " must be " + least + " to " + most + ", got " + value);
    }
  }

  public static void within(String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + " must be " + least + " to " + most + ", got " + value);
    }
  }
}

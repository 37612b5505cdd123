package io.headwaiter.core.capacity;

/**
 * The processors of a server in an interval. A fraction is allowed everywhere.
 *
 * @param processors processors available to it, A(k), above 0: those that it uses, and those that
 *     it could use in addition at present
 * @param allowed the most it may use by quota, affinity and processor set, above 0
 * @param others processors that other processes use of those it may use, at least 0
 * @param stolen processors that the host takes away from the machine, at least 0
 * @param throttledPart part of the interval for which the quota stopped it, 0 to 1
 */
public record CpuSupply(
    double processors, double allowed, double others, double stolen, double throttledPart) {
  /** Checks the ranges. */
  public CpuSupply {
    requireAbove0("processors", processors);
    requireAbove0("allowed", allowed);
    requireAtLeast0("others", others);
    requireAtLeast0("stolen", stolen);
    if (!(throttledPart >= 0 && throttledPart <= 1)) {
      throw new IllegalArgumentException("throttledPart must be 0 to 1, got " + throttledPart);
    }
  }

  /** Returns a supply of {@code processors} that no other process uses. */
  public static CpuSupply of(double processors) {
    return new CpuSupply(processors, processors, 0, 0, 0);
  }

  private static void requireAbove0(String name, double value) {
    if (!(value > 0)) {
      throw new IllegalArgumentException(name + " must be above 0, got " + value);
    }
  }

  private static void requireAtLeast0(String name, double value) {
    if (!(value >= 0)) {
      throw new IllegalArgumentException(name + " must be at least 0, got " + value);
    }
  }
}

package io.headwaiter.sim;

import java.util.Objects;
import java.util.function.DoubleFunction;

/**
 * Something that a server is put through. Times are seconds of virtual time.
 *
 * @param name its name, also the one on the command line
 * @param failure the failure that it catches, in one sentence
 * @param shop the server and its customers, for a number of processors
 * @param fromSecond when it begins to be judged
 * @param toSecond when it ends
 * @param stepSecond when load, cost or capacity change at once; NaN if they do not
 * @param cold whether it is about how a law begins, so that none has time to settle before second 0
 */
public record Scenario(
    String name,
    String failure,
    DoubleFunction<Shop> shop,
    double fromSecond,
    double toSecond,
    double stepSecond,
    boolean cold) {
  private static final double SETTLED_SECONDS = 5;

  /** Checks that all is there. */
  public Scenario {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(failure, "failure");
    Objects.requireNonNull(shop, "shop");
  }

  /** One that changes nothing at once. */
  static Scenario steady(
      String name, String failure, DoubleFunction<Shop> shop, double from, double to) {
    return new Scenario(name, failure, shop, from, to, Double.NaN, /* cold= */ false);
  }

  /** One that changes something at once, and is judged from then on. */
  static Scenario step(
      String name, String failure, DoubleFunction<Shop> shop, double at, double to) {
    return new Scenario(name, failure, shop, at, to, at, /* cold= */ false);
  }

  /** One that is about how a law begins. */
  static Scenario cold(
      String name, String failure, DoubleFunction<Shop> shop, double from, double to) {
    return new Scenario(name, failure, shop, from, to, Double.NaN, /* cold= */ true);
  }

  /** From when on nothing should be upset any more: five seconds after a step. */
  double settledSecond() {
    return hasStep() ? Math.max(fromSecond, stepSecond + SETTLED_SECONDS) : fromSecond;
  }

  /** Whether something changes at once. */
  public boolean hasStep() {
    return !Double.isNaN(stepSecond);
  }
}

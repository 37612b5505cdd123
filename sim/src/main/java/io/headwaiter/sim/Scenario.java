package io.headwaiter.sim;

import java.util.Objects;
import java.util.function.DoubleFunction;

/**
 * A test of laws: a server, its customers, and the part of the run that is judged. Times are
 * seconds of virtual time.
 *
 * @param name its name, also the one on the command line
 * @param failure the failure that it catches, in one sentence
 * @param shop the server and its customers, for a number of processors
 * @param fromSecond when judging begins
 * @param toSecond when it ends
 * @param stepSecond when load, cost or capacity change at once; NaN if they do not
 * @param cold whether it tests how a law begins; then no law has time to settle before second 0
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

  /** Creates a scenario without a step. */
  static Scenario steady(
      String name, String failure, DoubleFunction<Shop> shop, double from, double to) {
    return new Scenario(name, failure, shop, from, to, Double.NaN, /* cold= */ false);
  }

  /** Creates a scenario with a step, judged from then on. */
  static Scenario step(
      String name, String failure, DoubleFunction<Shop> shop, double at, double to) {
    return new Scenario(name, failure, shop, at, to, at, /* cold= */ false);
  }

  /** Creates a scenario that tests how a law begins. */
  static Scenario cold(
      String name, String failure, DoubleFunction<Shop> shop, double from, double to) {
    return new Scenario(name, failure, shop, from, to, Double.NaN, /* cold= */ true);
  }

  /** Returns the second from which on the law should be settled: five seconds after a step. */
  double settledSecond() {
    return hasStep() ? Math.max(fromSecond, stepSecond + SETTLED_SECONDS) : fromSecond;
  }

  /** Returns whether something changes at once. */
  public boolean hasStep() {
    return !Double.isNaN(stepSecond);
  }
}

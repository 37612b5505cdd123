package io.headwaiter.sim.law;

import java.util.Objects;

/**
 * The inputs for creating a law.
 *
 * @param view the visible state of the server; may be kept
 * @param truth for the oracle, and for costs profiled before the run
 * @param seed for a law that draws random numbers
 */
public record Setting(ServerView view, Truth truth, long seed) {
  /** Checks that both are there. */
  public Setting {
    Objects.requireNonNull(view, "view");
    Objects.requireNonNull(truth, "truth");
  }
}

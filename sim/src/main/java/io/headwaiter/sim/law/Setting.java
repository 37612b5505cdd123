package io.headwaiter.sim.law;

import java.util.Objects;

/**
 * What a law is made from.
 *
 * @param view what it can see of the server; may be kept
 * @param truth for clairvoyants only
 * @param seed for a law that rolls dice
 */
public record Setting(ServerView view, Truth truth, long seed) {
  /** Checks that both are there. */
  public Setting {
    Objects.requireNonNull(view, "view");
    Objects.requireNonNull(truth, "truth");
  }
}

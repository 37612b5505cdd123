package io.headwaiter.lab.model;

import java.util.List;

/**
 * What a search may set on a server, under each load of its own: what nobody could do who does not
 * know the load.
 *
 * @param knobs what may be set; empty for nothing
 * @param repeats how often the best setting is tried
 * @param trialsMax how many trials at most, for each load
 */
public record Tuning(List<KnobSpec> knobs, int repeats, int trialsMax) {
  /** There is nothing to set. */
  public static final Tuning NONE = new Tuning(List.of(), 1, 1);

  /** Copies the list. */
  public Tuning {
    knobs = List.copyOf(knobs);
  }

  /** Returns whether there is something to set. */
  public boolean any() {
    return !knobs.isEmpty();
  }
}

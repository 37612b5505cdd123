package io.headwaiter.lab.model;

import java.util.List;

/**
 * What is set on a server before it is measured, under each load of its own. A search finds what
 * nobody could know who does not know the load. A profile finds what an operator could measure.
 *
 * @param knobs what may be set; empty for nothing
 * @param repeats how often the best setting is tried
 * @param trialsMax how many trials at most, for each load
 * @param profiled whether a profile finds the values, and not a search
 */
public record Tuning(List<KnobSpec> knobs, int repeats, int trialsMax, boolean profiled) {
  /** There is nothing to set. */
  public static final Tuning NONE = new Tuning(List.of(), 1, 1);

  /** Name of the knob for CT_N, as the new connections a second that one processor can serve. */
  public static final String NEW_PER_SECOND = "formulaNewPerSecond";

  /** Name of the knob for CT_O, in ms. */
  public static final String RESUMED_MILLIS = "formulaResumedMillis";

  /** The costs of the published formula, as {@code tune formula} finds them. */
  public static final Tuning FORMULA_COSTS =
      new Tuning(
          List.of(KnobSpec.of(NEW_PER_SECOND, 1, 2, 2, 0), KnobSpec.of(RESUMED_MILLIS, 1, 2, 2, 0)),
          /* repeats= */ 1,
          /* trialsMax= */ 6,
          /* profiled= */ true);

  /** Something that a search sets. */
  public Tuning(List<KnobSpec> knobs, int repeats, int trialsMax) {
    this(knobs, repeats, trialsMax, /* profiled= */ false);
  }

  /** Copies the list. */
  public Tuning {
    knobs = List.copyOf(knobs);
  }

  /** Returns all of it; stored observations are recognised by this text, so it must not change. */
  @Override
  public String toString() {
    return "Tuning[knobs=%s, repeats=%d, trialsMax=%d%s]"
        .formatted(knobs, repeats, trialsMax, profiled ? ", profiled=true" : "");
  }

  /** Returns whether there is something to set. */
  public boolean any() {
    return !knobs.isEmpty();
  }
}

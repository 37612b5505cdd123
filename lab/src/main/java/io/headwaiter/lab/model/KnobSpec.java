package io.headwaiter.lab.model;

import io.headwaiter.load.search.Knob;
import java.util.List;

/**
 * A number that a search may set, and the ladder of its values; see {@link Knob#geometric}.
 *
 * @param name as the server's control port or the proxy's configuration knows it
 * @param min first value of the ladder, above 0
 * @param max bound of the last one
 * @param ratio of successive values with which a search begins
 * @param halvings how often the step between these is halved
 * @param ofOneX whether the values are multiples of 1x
 * @param whole whether only whole numbers are set
 * @param orNone whether there may be no limit
 * @param first values with which a search begins; empty for the whole ladder
 */
public record KnobSpec(
    String name,
    double min,
    double max,
    double ratio,
    int halvings,
    boolean ofOneX,
    boolean whole,
    boolean orNone,
    List<Double> first) {
  /** Copies the list. */
  public KnobSpec {
    first = List.copyOf(first);
  }

  /** Returns a ladder of fractions. */
  public static KnobSpec of(String name, double min, double max, double ratio, int halvings) {
    return new KnobSpec(name, min, max, ratio, halvings, false, false, false, List.of());
  }

  /** Returns the same with values that are multiples of 1x. */
  public KnobSpec timesOneX() {
    return new KnobSpec(name, min, max, ratio, halvings, true, whole, orNone, first);
  }

  /** Returns the same in whole numbers. */
  public KnobSpec wholeNumbers() {
    return new KnobSpec(name, min, max, ratio, halvings, ofOneX, true, orNone, first);
  }

  /** Returns the same with no limit as its last value. */
  public KnobSpec orNoLimit() {
    return new KnobSpec(name, min, max, ratio, halvings, ofOneX, whole, true, first);
  }

  /** Returns the same with a search that begins at these values. */
  public KnobSpec from(Double... values) {
    return new KnobSpec(name, min, max, ratio, halvings, ofOneX, whole, orNone, List.of(values));
  }

  /**
   * Returns the ladder.
   *
   * @param oneX visits per second of 1x, above 0
   * @param wider by how many factors of {@code ratio} it is longer at its begin and at its end
   */
  public Knob knob(double oneX, Wider wider) {
    double unit = ofOneX ? oneX : 1;
    double from = min * unit / Math.pow(ratio, wider.down());
    double to = max * unit * Math.pow(ratio, wider.up());
    Knob knob = Knob.geometric(name, from, to, ratio, halvings);
    if (whole) {
      knob = knob.whole();
    }
    if (orNone) {
      knob = knob.orNone();
    }
    return first.isEmpty()
        ? knob
        : knob.beginningAt(
            first.stream().mapToDouble(v -> v == Knob.NONE ? v : v * unit).toArray());
  }

  /**
   * By how many coarse steps a ladder was made longer.
   *
   * @param down at its begin
   * @param up at its end
   */
  public record Wider(int down, int up) {
    /** The ladder as it was declared. */
    public static final Wider NOT = new Wider(0, 0);
  }
}

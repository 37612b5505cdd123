package io.headwaiter.load.search;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * A number that can be set, on a ladder of values. The ladder is geometric, because an error of a
 * tenth in a limit matters as much at 10 as at 1000:
 *
 * <pre>
 *   level i = min * ratio^(i / 2^halvings), up to max;  the coarse ones are those whose i is a
 *   multiple of 2^halvings
 * </pre>
 *
 * <p>Worked number: from 8 to 64 with a ratio of 2 and one halving: 8, 11.3, 16, 22.6, 32, 45.3,
 * 64, of which 8, 16, 32 and 64 are coarse. Immutable.
 *
 * @param name name of the number, with its unit
 * @param levels the ladder, rising; {@link #NONE} may be its last level
 * @param coarse indexes of the levels with which a search begins, at least one
 * @param stride the longest step of a search, in levels, at least 1
 */
public record Knob(String name, List<Double> levels, List<Integer> coarse, int stride) {
  /** The level without a limit. */
  public static final double NONE = Double.POSITIVE_INFINITY;

  private static final int LEVELS_MAX = 100_000;

  /** Checks that the ladder rises and that the coarse levels are on it. */
  public Knob {
    Objects.requireNonNull(name, "name");
    levels = List.copyOf(levels);
    coarse = List.copyOf(coarse);
    for (int i = 1; i < levels.size(); i++) {
      if (!(levels.get(i) > levels.get(i - 1))) {
        throw new IllegalArgumentException(name + ": levels must rise, got " + levels);
      }
    }
    if (coarse.isEmpty()) {
      throw new IllegalArgumentException(name + ": there must be a coarse level.");
    }
    for (int index : coarse) {
      Objects.checkIndex(index, levels.size());
    }
    if (stride < 1) {
      throw new IllegalArgumentException(name + ": stride must be at least 1, got " + stride);
    }
  }

  /**
   * Returns a ladder of fractions.
   *
   * @param min first level, above 0
   * @param max bound of the last one, at least {@code min}
   * @param ratio ratio of successive coarse levels, above 1
   * @param halvings how often the step between two coarse levels is halved, 0 to 10
   */
  public static Knob geometric(String name, double min, double max, double ratio, int halvings) {
    if (!(min > 0 && max >= min && Double.isFinite(max))) {
      throw new IllegalArgumentException(
          name + ": min must be above 0 and at most max, got " + min + " and " + max);
    }
    if (!(ratio > 1)) {
      throw new IllegalArgumentException(name + ": ratio must be above 1, got " + ratio);
    }
    if (halvings < 0 || halvings > 10) {
      throw new IllegalArgumentException(name + ": halvings must be 0 to 10, got " + halvings);
    }
    int stride = 1 << halvings;
    List<Double> levels = new ArrayList<>();
    for (int i = 0; i < LEVELS_MAX; i++) {
      double level = min * Math.pow(ratio, (double) i / stride);
      if (level > max * (1 + 1e-9)) {
        break;
      }
      levels.add(level);
    }
    List<Integer> coarse =
        IntStream.range(0, levels.size()).filter(i -> i % stride == 0).boxed().toList();
    return new Knob(name, levels, coarse, stride);
  }

  /** Returns the same ladder with whole numbers of at least 1, each once. */
  public Knob whole() {
    TreeSet<Double> whole = new TreeSet<>();
    levels.forEach(level -> whole.add(rounded(level)));
    List<Double> ladder = List.copyOf(whole);
    List<Integer> starts =
        coarse.stream()
            .map(index -> ladder.indexOf(rounded(levels.get(index))))
            .distinct()
            .toList();
    return new Knob(name, ladder, starts, stride);
  }

  /** Returns the same ladder with {@link #NONE} at its end, as a coarse level. */
  public Knob orNone() {
    List<Double> ladder = new ArrayList<>(levels);
    ladder.add(NONE);
    List<Integer> starts = new ArrayList<>(coarse);
    starts.add(levels.size());
    return new Knob(name, ladder, starts, stride);
  }

  /** Returns the same ladder, with only the levels nearest to these values as coarse ones. */
  public Knob beginningAt(double... values) {
    List<Integer> starts = new ArrayList<>();
    for (double value : values) {
      int nearest = nearest(value);
      if (!starts.contains(nearest)) {
        starts.add(nearest);
      }
    }
    return new Knob(name, levels, starts, stride);
  }

  /** Returns the index of the level nearest to a value. */
  public int nearest(double value) {
    int best = 0;
    for (int i = 1; i < levels.size(); i++) {
      if (distance(levels.get(i), value) < distance(levels.get(best), value)) {
        best = i;
      }
    }
    return best;
  }

  private static double distance(double level, double value) {
    return level == value ? 0 : Math.abs(level - value);
  }

  private static double rounded(double level) {
    return level == NONE ? NONE : Math.max(1, Math.rint(level));
  }
}

package io.headwaiter.lab.model;

/**
 * How many rounds an experiment has, and how sure each look at its claims is.
 *
 * <p>After the first rounds each claim is looked at once, with an error of 2.5 % on the side of its
 * bound, as a 95 % interval has. If it is undecided, rounds are added one by one, and it is looked
 * at again after each. A claim that is looked at often has more chances to seem true. So the later
 * looks share another 2.5 % in equal parts:
 *
 * <pre>
 *   error(first) = 0.025,   error(n) = 0.025 / (most - first)   for first &lt; n &lt;= most
 * </pre>
 *
 * <p>By Bonferroni's inequality a figure that is exactly at the bound comes out as "holds" in at
 * most 5 % of all experiments. Worked: 5 to 12 rounds give each later look 0.025 / 7 = 0.0036, an
 * interval of 99.3 %.
 *
 * @param first rounds before the first look, at least 2
 * @param most rounds at most, at least {@code first}
 */
public record Rounds(int first, int most) {
  private static final double ERROR = 0.025;

  /** Checks the values. */
  public Rounds {
    if (first < 2 || most < first) {
      throw new IllegalArgumentException(
          "rounds are at least 2, and at most " + most + ", got " + first);
    }
  }

  /** Returns the error on one side that the look after so many rounds may have. */
  public double error(int rounds) {
    return rounds <= first ? ERROR : ERROR / (most - first);
  }
}

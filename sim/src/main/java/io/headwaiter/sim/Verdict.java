package io.headwaiter.sim;

import io.headwaiter.sim.law.Tuned;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The results of Headwaiter's law in a scenario, compared with the oracle and the best rival.
 *
 * <pre>
 *   of the oracle     completed / completed by the oracle, at least 0.95
 *   of the best rival worth / worth of the rival with the most, at least 0.98
 *   worth             completed * min(1, 1 s / p99 of the time of a page)
 * </pre>
 *
 * <p>A rival is not better because it completes more with pages of many seconds; see {@link
 * Tuned#worth}.
 *
 * @param scenario name of the scenario
 * @param ofOracle part of what the oracle completed; NaN without one
 * @param ofRival part of the best rival's worth; NaN without one
 * @param rival its name; empty without one
 * @param rivalPageP99 99th percentile of the time of a page with it, seconds
 * @param pageP99 the same with Headwaiter's law
 */
public record Verdict(
    String scenario,
    double ofOracle,
    double ofRival,
    String rival,
    double rivalPageP99,
    double pageP99) {
  /** Least part of what the oracle completes. */
  public static final double OF_ORACLE_MIN = 0.95;

  /** Least part of the best rival's worth. */
  public static final double OF_RIVAL_MIN = 0.98;

  /**
   * Returns the verdict on a law.
   *
   * @param rows all of one scenario
   * @param law the name of Headwaiter's law
   * @return empty if it is not among the rows
   */
  public static Optional<Verdict> of(List<BoardRow> rows, String law) {
    Optional<BoardRow> own = rows.stream().filter(r -> r.law().equals(law)).findFirst();
    Optional<BoardRow> best =
        rows.stream()
            .filter(r -> !r.law().equals(law) && !r.law().equals(Board.ORACLE))
            .max(Comparator.comparingDouble(Verdict::worth));
    return own.map(
        ours ->
            new Verdict(
                ours.scenario(),
                ours.ofOracle(),
                best.map(b -> worth(ours) / worth(b)).orElse(Double.NaN),
                best.map(BoardRow::law).orElse(""),
                best.map(BoardRow::pageP99).orElse(Double.NaN),
                ours.pageP99()));
  }

  private static double worth(BoardRow row) {
    return row.pageP99() > 0 ? Tuned.worth(row.completedPerSecond(), row.pageP99()) : 0;
  }

  /** Returns whether both bounds hold; a figure that was not measured does not count. */
  public boolean holds() {
    return !(ofOracle < OF_ORACLE_MIN || ofRival < OF_RIVAL_MIN);
  }
}

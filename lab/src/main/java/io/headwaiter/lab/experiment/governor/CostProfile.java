package io.headwaiter.lab.experiment.governor;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.hipparchus.exception.MathIllegalArgumentException;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.ArrayRealVector;
import org.hipparchus.linear.QRDecomposition;
import org.hipparchus.linear.RealVector;

/**
 * CPU time of a full handshake, a resumed handshake and a request of each page, from runs that mix
 * them differently: the solution by weighted least squares of
 *
 * <pre>
 *   cpu_i = full * fullHandshakes_i + resumed * resumedHandshakes_i
 *           + request_p(i) * requests_i + idle * millis_i
 * </pre>
 *
 * <p>over the runs i with page p(i); a run weighs 1 / cpu_i, since what chance does to it grows
 * with the root of what is done in it. A handshake costs the same whatever the page does, so the
 * runs with the lightest page tell it. {@code idle} is what the process uses of a processor when
 * nobody asks for anything. What the compiler does is taken off before. All the rest of the process
 * is in it: collector and the threads that poll.
 *
 * <p>Worked, one page: 10 s without customers take 100 ms, and within 10 s each 100 requests on
 * kept connections take 300 ms, 100 with a full handshake each 700 ms, 100 with a resumed one each
 * 350 ms: idle 0.01, request 2 ms, full 4 ms, resumed 0.5 ms.
 *
 * @param fullMillis CPU time of a full handshake
 * @param resumedMillis CPU time of a resumed handshake
 * @param requestMillis CPU time of a request, by page
 * @param idleCores processors that are used when nobody asks for anything
 */
record CostProfile(
    double fullMillis, double resumedMillis, List<Double> requestMillis, double idleCores) {
  private static final int FULL = 0;
  private static final int RESUMED = 1;
  private static final int IDLE = 2;
  private static final int FIRST_PAGE = 3;
  // A smaller pivot means that two kinds of runs are one.
  private static final double ALIKE = 1e-9;

  /** Copies the list. */
  CostProfile {
    requestMillis = List.copyOf(requestMillis);
  }

  /**
   * One run.
   *
   * @param page index of the page that was asked for
   * @param fullHandshakes that were finished
   * @param resumedHandshakes that were finished
   * @param requests answered
   * @param millis length
   * @param cpuMillis of the process
   */
  record Run(
      int page,
      double fullHandshakes,
      double resumedHandshakes,
      double requests,
      double millis,
      double cpuMillis) {
    /** One in which nobody asks for anything. */
    static Run idle(double millis, double cpuMillis) {
      return new Run(0, 0, 0, 0, millis, cpuMillis);
    }

    private double[] row(int pages, double weight) {
      double[] row = new double[FIRST_PAGE + pages];
      row[FULL] = weight * fullHandshakes;
      row[RESUMED] = weight * resumedHandshakes;
      row[IDLE] = weight * millis;
      row[FIRST_PAGE + page] = weight * requests;
      return row;
    }

    private double weight() {
      return 1 / Math.sqrt(Math.max(1, cpuMillis));
    }
  }

  /** Solves; all NaN when the runs are too few or too much alike. */
  static CostProfile of(List<Run> runs) {
    int pages = 1 + runs.stream().mapToInt(Run::page).max().orElse(0);
    double[] x = new double[FIRST_PAGE + pages];
    Arrays.fill(x, Double.NaN);
    if (runs.size() >= x.length) {
      x = solve(runs, pages).orElse(x);
    }
    return new CostProfile(
        x[FULL], x[RESUMED], Arrays.stream(x, FIRST_PAGE, x.length).boxed().toList(), x[IDLE]);
  }

  private static Optional<double[]> solve(List<Run> runs, int pages) {
    double[][] rows =
        runs.stream().map(run -> run.row(pages, run.weight())).toArray(double[][]::new);
    double[] cpu = runs.stream().mapToDouble(run -> run.weight() * run.cpuMillis()).toArray();
    try {
      RealVector x =
          new QRDecomposition(new Array2DRowRealMatrix(rows), ALIKE)
              .getSolver()
              .solve(new ArrayRealVector(cpu));
      return Optional.of(x.toArray());
    } catch (MathIllegalArgumentException e) {
      return Optional.empty(); // singular
    }
  }
}

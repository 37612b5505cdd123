package io.headwaiter.lab.bench;

import io.headwaiter.lab.model.Observation;
import io.headwaiter.lab.model.Values;
import io.headwaiter.sim.MultithreadedServer;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.hipparchus.exception.MathIllegalArgumentException;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.ArrayRealVector;
import org.hipparchus.linear.QRDecomposition;
import org.hipparchus.linear.RealMatrix;
import org.hipparchus.linear.RealVector;

/**
 * What a page and a handshake cost a server, from runs that differ in how many of each they had.
 *
 * <p>Least squares over the runs, with costs of at least 0:
 *
 * <pre>
 *   cpu = P replies + F full + R resumed        P, F, R  CPU seconds of one
 * </pre>
 *
 * <p>The best of the solutions with one, two or three costs above 0, and the others 0.
 *
 * <p>Worked: 1000 replies with 100 full and no resumed handshakes took 0.6 s, the same with 100
 * resumed ones more 0.65 s, and 1000 replies with 300 full ones 1 s: a page costs 0.4 ms, a full
 * handshake 2 ms, a resumed one 0.5 ms. Pure.
 */
final class MeasuredCosts {
  private static final int KINDS = 3;
  private static final int SUBSETS = 1 << KINDS;
  private static final double SINGULAR = 1e-9;

  private MeasuredCosts() {}

  /**
   * Returns the costs.
   *
   * @param runs not overloaded, so that all work was for what clients saw
   * @throws IOException if there are too few, or they say that a page costs nothing
   */
  static MultithreadedServer.Costs of(List<Observation> runs) throws IOException {
    double[] costs = runs.size() < KINDS ? new double[KINDS] : notNegative(runs);
    if (!(costs[0] > 0)) {
      throw new IOException(
          "The costs of pages and handshakes do not follow from %d runs: a page would cost %s s."
                  .formatted(runs.size(), costs[0])
              + " Measure more rounds.");
    }
    return new MultithreadedServer.Costs(costs[0], costs[1], costs[2]);
  }

  private static double[] notNegative(List<Observation> runs) {
    RealMatrix counts = new Array2DRowRealMatrix(runs.size(), KINDS);
    RealVector cpu = new ArrayRealVector(runs.size());
    for (int i = 0; i < runs.size(); i++) {
      Observation one = runs.get(i);
      counts.setEntry(i, 0, one.value(Values.REPLIES));
      counts.setEntry(i, 1, one.value(Values.FULL_HANDSHAKES));
      counts.setEntry(i, 2, one.value(Values.RESUMED_HANDSHAKES));
      cpu.setEntry(i, one.value(Values.CPU_SECONDS));
    }
    double[] best = new double[KINDS];
    double least = Double.POSITIVE_INFINITY;
    for (int subset = 1; subset < SUBSETS; subset++) {
      double[] costs = solved(counts, cpu, subset);
      double missed = counts.operate(new ArrayRealVector(costs)).subtract(cpu).getNorm();
      if (Arrays.stream(costs).allMatch(cost -> cost >= 0) && missed < least) {
        best = costs;
        least = missed;
      }
    }
    return best;
  }

  /** Returns the best costs if only those of this subset are not 0; NaN if they do not follow. */
  private static double[] solved(RealMatrix counts, RealVector cpu, int subset) {
    int[] kinds = IntStream.range(0, KINDS).filter(kind -> (subset >> kind & 1) == 1).toArray();
    int[] rows = IntStream.range(0, counts.getRowDimension()).toArray();
    double[] costs = new double[KINDS];
    try {
      RealVector solved =
          new QRDecomposition(counts.getSubMatrix(rows, kinds), SINGULAR).getSolver().solve(cpu);
      for (int i = 0; i < kinds.length; i++) {
        costs[kinds[i]] = solved.getEntry(i);
      }
    } catch (MathIllegalArgumentException e) {
      Arrays.fill(costs, Double.NaN);
    }
    return costs;
  }
}

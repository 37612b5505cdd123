package io.headwaiter.lab.bench;

import io.headwaiter.lab.model.Observation;
import io.headwaiter.lab.model.Values;
import io.headwaiter.sim.MultithreadedServer;
import java.io.IOException;
import java.util.List;
import org.hipparchus.exception.MathIllegalArgumentException;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.ArrayRealVector;
import org.hipparchus.linear.QRDecomposition;

/**
 * What a page and a handshake cost a server, from runs that differ in how many of each they had.
 *
 * <p>Least squares over the runs:
 *
 * <pre>
 *   cpu = P replies + F full + R resumed        P, F, R  CPU seconds of one
 * </pre>
 *
 * <p>Worked: 1000 replies with 100 full and no resumed handshakes took 0.6 s, the same with 100
 * resumed ones more 0.65 s, and 1000 replies with 300 full ones 1 s: a page costs 0.4 ms, a full
 * handshake 2 ms, a resumed one 0.5 ms. Pure.
 */
final class MeasuredCosts {
  private static final int KINDS = 3;

  private MeasuredCosts() {}

  /**
   * Returns the costs.
   *
   * @param calm runs below overload, so that all work was for what clients saw
   * @throws IOException if the runs do not differ enough, or say that a page costs nothing
   */
  static MultithreadedServer.Costs of(List<Observation> calm) throws IOException {
    double[][] counts = new double[calm.size()][];
    double[] cpu = new double[calm.size()];
    for (int i = 0; i < cpu.length; i++) {
      Observation one = calm.get(i);
      counts[i] =
          new double[] {
            one.value(Values.REPLIES),
            one.value(Values.FULL_HANDSHAKES),
            one.value(Values.RESUMED_HANDSHAKES)
          };
      cpu[i] = one.value(Values.CPU_SECONDS);
    }
    try {
      if (cpu.length < KINDS) {
        throw new IllegalArgumentException("there are only " + cpu.length + " runs");
      }
      double[] costs =
          new QRDecomposition(new Array2DRowRealMatrix(counts), /* threshold= */ 1e-9)
              .getSolver()
              .solve(new ArrayRealVector(cpu))
              .toArray();
      return new MultithreadedServer.Costs(costs[0], costs[1], costs[2]);
    } catch (IllegalArgumentException | MathIllegalArgumentException e) {
      throw new IOException(
          "The costs of pages and handshakes do not follow from the runs below overload: "
              + e.getMessage()
              + ". Measure more rounds.",
          e);
    }
  }
}

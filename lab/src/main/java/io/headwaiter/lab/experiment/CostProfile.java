package io.headwaiter.lab.experiment;

import java.util.List;

/**
 * CPU time of a full handshake, a resumed handshake and a request, from runs that mix them
 * differently: the least squares solution of
 *
 * <pre>
 *   cpu_i = full * fullHandshakes_i + resumed * resumedHandshakes_i + request * requests_i
 * </pre>
 *
 * <p>over the runs i, by the normal equations. What an idle server uses and what the compiler does
 * is taken off before. All the rest of the process is in it: collector and the threads that poll.
 *
 * <p>Worked: 100 requests on kept connections take 200 ms, 100 with a full handshake each 600 ms,
 * 100 with a resumed one each 250 ms: request 2 ms, full 4 ms, resumed 0.5 ms.
 *
 * @param fullMillis CPU time of a full handshake
 * @param resumedMillis CPU time of a resumed handshake
 * @param requestMillis CPU time of a request
 */
record CostProfile(double fullMillis, double resumedMillis, double requestMillis) {
  private static final int UNKNOWNS = 3;

  /**
   * One run.
   *
   * @param fullHandshakes that were finished
   * @param resumedHandshakes that were finished
   * @param requests answered
   * @param cpuMillis of the process, without what it uses when idle
   */
  record Run(double fullHandshakes, double resumedHandshakes, double requests, double cpuMillis) {
    private double[] row() {
      return new double[] {fullHandshakes, resumedHandshakes, requests};
    }
  }

  /** Solves; all NaN when the runs are too much alike. */
  static CostProfile of(List<Run> runs) {
    double[][] a = new double[UNKNOWNS][UNKNOWNS + 1];
    for (Run run : runs) {
      double[] row = run.row();
      for (int i = 0; i < UNKNOWNS; i++) {
        for (int j = 0; j < UNKNOWNS; j++) {
          a[i][j] += row[i] * row[j];
        }
        a[i][UNKNOWNS] += row[i] * run.cpuMillis();
      }
    }
    double[] x = solve(a);
    return new CostProfile(x[0], x[1], x[2]);
  }

  /** Gauss with the largest pivot. */
  private static double[] solve(double[][] a) {
    int n = a.length;
    for (int k = 0; k < n; k++) {
      int pivot = k;
      for (int i = k + 1; i < n; i++) {
        pivot = Math.abs(a[i][k]) > Math.abs(a[pivot][k]) ? i : pivot;
      }
      double[] swap = a[k];
      a[k] = a[pivot];
      a[pivot] = swap;
      for (int i = k + 1; i < n; i++) {
        double factor = a[i][k] / a[k][k];
        for (int j = k; j <= n; j++) {
          a[i][j] -= factor * a[k][j];
        }
      }
    }
    double[] x = new double[n];
    for (int i = n - 1; i >= 0; i--) {
      double rest = a[i][n];
      for (int j = i + 1; j < n; j++) {
        rest -= a[i][j] * x[j];
      }
      x[i] = rest / a[i][i];
    }
    return x;
  }
}

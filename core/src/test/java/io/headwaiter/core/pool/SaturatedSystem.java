package io.headwaiter.core.pool;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * A server under overload, as a Markov chain that is solved instead of simulated: M requests are
 * inside, at most N of them with a connection. First a request computes without a connection; then
 * it may wait for one, be in the database, and compute with it. The application's processors are
 * shared, and slower with more threads; the database follows the universal scalability law.
 *
 * <pre>
 *   speed of a request on the processors  min(1, cores / busy) / (1 + perThread * M)
 *   speed of one in the database          1 / (1 + sigma (n - 1) + kappa n (n - 1))
 * </pre>
 *
 * @param withoutNanos work of a request without a connection, alone on the machine
 * @param databaseNanos work in the database of one that takes a connection
 * @param afterNanos work on the processors of one that has a connection
 * @param connectionPart fraction of the requests that take one
 */
public record SaturatedSystem(
    double cores,
    double perThread,
    double sigma,
    double kappa,
    double withoutNanos,
    double databaseNanos,
    double afterNanos,
    double connectionPart) {
  private static final int SWEEPS_MAX = 3000;
  private static final double SETTLED = 1e-7;

  /** The steady state: requests a second, and the times of a request. */
  record Truth(double requestsPerSecond, double withoutNanos, double withNanos) {}

  /** Returns a random system around the paper's idle means: 33 ms without and 26 ms with one. */
  public static SaturatedSystem random(RandomGenerator dice) {
    double[] cores = {1, 2, 4};
    double q = (15 + 35 * dice.nextDouble()) * 1e6;
    return new SaturatedSystem(
        cores[dice.nextInt(cores.length)],
        0.002 + 0.008 * dice.nextDouble(),
        0.02 + 0.1 * dice.nextDouble(),
        0.001 + 0.009 * dice.nextDouble(),
        (15 + 35 * dice.nextDouble()) * 1e6,
        0.9 * q,
        0.1 * q,
        0.6 + 0.4 * dice.nextDouble());
  }

  Truth solve(int m, int n) {
    return new Chain(m, n).solve();
  }

  /** States (a, b, c): requests computing without, in the database, computing with a connection. */
  private final class Chain {
    private final int m;
    private final int n;
    private final int[][] first;
    private final List<int[]> states = new ArrayList<>();
    private double[] pi;

    Chain(int m, int n) {
      this.m = m;
      this.n = n;
      first = new int[n + 1][n + 1];
      for (int held = 0; held <= n; held++) {
        for (int b = 0; b <= held; b++) {
          first[held][b] = states.size();
          for (int a = held < n ? m - held : 0; a <= m - held; a++) {
            states.add(new int[] {a, b, held - b});
          }
        }
      }
    }

    private int index(int a, int b, int c) {
      int held = b + c;
      return first[held][b] + (held < n ? 0 : a);
    }

    private double processorSpeed(int busy) {
      return Math.min(1, cores / Math.max(1, busy)) / (1 + perThread * m);
    }

    private double[] rates(int[] s) {
      double speed = processorSpeed(s[0] + s[2]);
      double database = 1 / (1 + sigma * (s[1] - 1) + kappa * s[1] * (s[1] - 1.0));
      return new double[] {
        s[0] * speed / withoutNanos * connectionPart,
        s[1] == 0 ? 0 : s[1] * database / databaseNanos,
        s[2] * speed / afterNanos
      };
    }

    /** Returns the states after a request ends its first work, its database work, or all. */
    private int[] next(int[] s) {
      int held = s[1] + s[2];
      int waiting = m - s[0] - held;
      return new int[] {
        s[0] == 0 ? -1 : held < n ? index(s[0] - 1, s[1] + 1, s[2]) : index(s[0] - 1, s[1], s[2]),
        s[1] == 0 ? -1 : index(s[0], s[1] - 1, s[2] + 1),
        s[2] == 0
            ? -1
            : waiting > 0 ? index(s[0] + 1, s[1] + 1, s[2] - 1) : index(s[0] + 1, s[1], s[2] - 1)
      };
    }

    Truth solve() {
      int size = states.size();
      double[] out = new double[size];
      int[][] from = new int[size][3];
      double[][] rate = new double[size][3];
      int[] count = new int[size];
      for (int i = 0; i < size; i++) {
        double[] rates = rates(states.get(i));
        int[] next = next(states.get(i));
        for (int e = 0; e < 3; e++) {
          if (next[e] >= 0 && rates[e] > 0) {
            int to = next[e];
            if (count[to] == from[to].length) {
              from[to] = Arrays.copyOf(from[to], count[to] + 3);
              rate[to] = Arrays.copyOf(rate[to], count[to] + 3);
            }
            from[to][count[to]] = i;
            rate[to][count[to]++] = rates[e];
            out[i] += rates[e];
          }
        }
      }
      settle(out, from, rate, count);
      return truth();
    }

    private void settle(double[] out, int[][] from, double[][] rate, int[] count) {
      pi = new double[out.length];
      Arrays.fill(pi, 1.0 / pi.length);
      for (int sweep = 0; sweep < SWEEPS_MAX; sweep++) {
        double change = 0;
        double sum = 0;
        for (int d = 0; d < pi.length; d++) {
          int i = sweep % 2 == 0 ? d : pi.length - 1 - d;
          double in = 0;
          for (int e = 0; e < count[i]; e++) {
            in += pi[from[i][e]] * rate[i][e];
          }
          double now = in / out[i];
          change += Math.abs(now - pi[i]);
          pi[i] = now;
          sum += now;
        }
        for (int i = 0; i < pi.length; i++) {
          pi[i] /= sum;
        }
        if (change < SETTLED * sum) {
          return;
        }
      }
    }

    private Truth truth() {
      double perNano = 0;
      double before = 0;
      double with = 0;
      for (int i = 0; i < pi.length; i++) {
        int[] s = states.get(i);
        perNano += pi[i] * s[0] * processorSpeed(s[0] + s[2]) / withoutNanos;
        before += pi[i] * s[0];
        with += pi[i] * (s[1] + s[2]);
      }
      return new Truth(perNano * 1e9, before / perNano, with / perNano / connectionPart);
    }
  }
}

package io.headwaiter.load.workload;

import java.util.Arrays;

/**
 * A first-order Markov chain over the states 0 to n - 1 that may be left: 1 minus the sum of a row
 * is the probability of leaving after its state. Immutable and thread-safe.
 *
 * <p>Expected visits {@code v} of a walk that begins in state f solve {@code v_j = [j = f] + sum_i
 * v_i p_ij} (J. Kemeny, J. Snell, Finite Markov Chains, 1960, chapter 3). Worked: a chain of one
 * state that stays with probability 0.75 has 1 / 0.25 = 4 visits.
 */
public final class MarkovChain {
  /** The result of {@link #next} when the chain is left. */
  public static final int LEFT = -1;

  private static final double ROUNDING = 1e-9;

  private final double[][] probability;
  private final double[][] runningSum;

  /**
   * Checks and copies the rows.
   *
   * @param probability from each state to each state; rows sum to at most 1
   */
  public MarkovChain(double[][] probability) {
    int states = probability.length;
    this.probability = new double[states][];
    this.runningSum = new double[states][states];
    for (int from = 0; from < states; from++) {
      this.probability[from] = probability[from].clone();
      double sum = 0;
      for (int to = 0; to < states; to++) {
        double p = probability[from][to];
        if (!(p >= 0)) {
          throw new IllegalArgumentException(
              "The probability from " + from + " to " + to + " is " + p + "; give at least 0.");
        }
        sum += p;
        runningSum[from][to] = sum;
      }
      if (sum > 1 + ROUNDING) {
        throw new IllegalArgumentException(
            "The probabilities from " + from + " sum to " + sum + "; give at most 1.");
      }
      closeGap(runningSum[from], sum);
    }
  }

  /** Closes the gap of a row that sums to 1 but for rounding: such a state must never be left. */
  private static void closeGap(double[] sums, double sum) {
    for (int i = sums.length - 1; i >= 0 && sum > 1 - ROUNDING && sums[i] == sum; i--) {
      sums[i] = 1;
    }
  }

  /** Returns the probability of going from one state to another. */
  public double probability(int from, int to) {
    return probability[from][to];
  }

  /**
   * Returns the state after a state, or {@link #LEFT}.
   *
   * @param r drawn uniformly from [0, 1)
   */
  public int next(int state, double r) {
    double[] sums = runningSum[state];
    for (int to = 0; to < sums.length; to++) {
      if (r < sums[to]) {
        return to;
      }
    }
    return LEFT;
  }

  /**
   * Returns the expected visits to each state in a walk from {@code first} until the chain is left.
   *
   * @throws IllegalStateException if the chain may never be left
   */
  public double[] visits(int first) {
    int n = probability.length;
    double[][] system = new double[n][n + 1];
    for (int row = 0; row < n; row++) {
      for (int column = 0; column < n; column++) {
        system[row][column] = (row == column ? 1 : 0) - probability[column][row];
      }
    }
    system[first][n] = 1;
    return solved(system);
  }

  /**
   * Returns the shares of the states in the long run of a chain that is never left and returns to
   * {@code home}: visits between two visits at home, in proportion.
   */
  public double[] shares(int home) {
    double[][] untilHome = new double[probability.length][];
    for (int from = 0; from < probability.length; from++) {
      untilHome[from] = probability[from].clone();
      untilHome[from][home] = 0;
    }
    double[] visits = new MarkovChain(untilHome).visits(home);
    double total = Arrays.stream(visits).sum();
    return Arrays.stream(visits).map(v -> v / total).toArray();
  }

  /**
   * Solves the system by Gauss-Jordan elimination with partial pivoting; an unreachable state has 0
   * visits.
   */
  private static double[] solved(double[][] system) {
    int n = system.length;
    for (int column = 0; column < n; column++) {
      int pivot = column;
      for (int row = column + 1; row < n; row++) {
        if (Math.abs(system[row][column]) > Math.abs(system[pivot][column])) {
          pivot = row;
        }
      }
      if (Math.abs(system[pivot][column]) < ROUNDING) {
        throw new IllegalStateException("The chain may never be left; it has no finite visits.");
      }
      double[] swapped = system[pivot];
      system[pivot] = system[column];
      system[column] = swapped;
      eliminate(system, column);
    }
    double[] solution = new double[n];
    for (int row = 0; row < n; row++) {
      solution[row] = system[row][n] / system[row][row];
    }
    return solution;
  }

  private static void eliminate(double[][] system, int column) {
    for (int row = 0; row < system.length; row++) {
      if (row != column) {
        double factor = system[row][column] / system[column][column];
        for (int i = column; i < system[row].length; i++) {
          system[row][i] -= factor * system[column][i];
        }
      }
    }
  }
}

package io.headwaiter.core.pool;

import java.util.random.RandomGenerator;

/**
 * A closed product-form network, solved exactly (Buzen's convolution): shared processors, a
 * database with a speed that grows less than its number of requests, and a pause. Each part of the
 * work needs some of the three.
 */
public final class ProductForm {
  private static final int PROCESSORS = 0;
  private static final int DATABASE = 1;
  private static final int PAUSE = 2;
  private static final int STATIONS = 3;

  private final double cores;
  private final double sigma;
  // The demand of each part at each station, for one request.
  private final double[][] demands;

  private ProductForm(double cores, double sigma, double[][] demands) {
    this.cores = cores;
    this.sigma = sigma;
    this.demands = demands;
  }

  /**
   * Returns a random network: one part of each type on the processors, then one in the database.
   *
   * @param shared fraction of the database's work that the processors do
   * @param pause fraction of all work that is a pause, on average
   */
  public static ProductForm random(int types, double shared, double pause, RandomGenerator dice) {
    double[][] demands = new double[2 * types][STATIONS];
    for (int j = 0; j < 2 * types; j++) {
      double work = Math.exp(dice.nextGaussian());
      double idle = Math.min(0.95, 2 * pause * dice.nextDouble());
      double elsewhere = j < types ? 0 : 1 - shared;
      demands[j][PROCESSORS] = work * (1 - idle) * (1 - elsewhere);
      demands[j][DATABASE] = work * (1 - idle) * elsewhere;
      demands[j][PAUSE] = work * idle;
    }
    return new ProductForm(1 + dice.nextInt(4), 0.3 * dice.nextDouble(), demands);
  }

  /** Returns the mean number of requests at each part, with this many inside. */
  public double[] at(double[] visits, int inside) {
    double[] station = stations(visits);
    double[] numbers = numbers(station, inside);
    double[] at = new double[demands.length];
    for (int j = 0; j < demands.length; j++) {
      for (int s = 0; s < STATIONS; s++) {
        at[j] += station[s] > 0 ? numbers[s] * visits[j] * demands[j][s] / station[s] : 0;
      }
    }
    return at;
  }

  /** Sessions in a unit of time. */
  public double rate(double[] visits, int inside) {
    double[] constants = constants(stations(visits), inside);
    return constants[inside - 1] / constants[inside];
  }

  private double[] stations(double[] visits) {
    double[] station = new double[STATIONS];
    for (int j = 0; j < demands.length; j++) {
      for (int s = 0; s < STATIONS; s++) {
        station[s] += visits[j] * demands[j][s];
      }
    }
    return station;
  }

  private double[] numbers(double[] station, int inside) {
    double[] whole = constants(station, inside);
    double[] numbers = new double[STATIONS];
    for (int s = 0; s < STATIONS; s++) {
      double[] others = station.clone();
      others[s] = 0;
      double[] without = constants(others, inside);
      double[] own = own(s, station[s], inside);
      for (int n = 1; n <= inside; n++) {
        numbers[s] += n * own[n] * without[inside - n] / whole[inside];
      }
    }
    return numbers;
  }

  /** G(0) to G(inside). */
  private double[] constants(double[] station, int inside) {
    double[] g = new double[inside + 1];
    g[0] = 1;
    for (int s = 0; s < STATIONS; s++) {
      double[] own = own(s, station[s], inside);
      double[] next = new double[inside + 1];
      for (int n = 0; n <= inside; n++) {
        for (int k = 0; k <= n; k++) {
          next[n] += own[k] * g[n - k];
        }
      }
      g = next;
    }
    return g;
  }

  private double[] own(int s, double demand, int inside) {
    double[] own = new double[inside + 1];
    own[0] = 1;
    for (int n = 1; n <= inside; n++) {
      double speed =
          switch (s) {
            case PROCESSORS -> Math.min(n, cores);
            case DATABASE -> n / (1 + sigma * (n - 1));
            default -> n;
          };
      own[n] = own[n - 1] * demand / speed;
    }
    return own;
  }
}

package io.headwaiter.core.pool;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * A server with more than enough to do and the paper's eight request types, event by event: what
 * {@link SaturatedSystem} has as one kind of request is eight here, some ten times as heavy as
 * others. The same processors and the same database; nine tenths of q are the database's.
 */
final class TypedServer {
  private static final double DATABASE_PART = 0.9;
  private static final int TYPES = Tpcw.TYPES.length;
  private static final int WARM_UP = 2000;

  private final double cores;
  private final double perThread;
  private final double sigma;
  private final double kappa;

  TypedServer(double cores, double sigma, double kappa, double perThread) {
    this.cores = cores;
    this.sigma = sigma;
    this.kappa = kappa;
    this.perThread = perThread;
  }

  /** So many requests of a mix under overload. */
  ProfilePoint profile(RequestMix mix, PoolSizes sizes, int requests, RandomGenerator dice) {
    Run run = new Run(mix, sizes, dice);
    run.until(WARM_UP);
    run.forget();
    run.until(requests);
    return run.point();
  }

  private final class Run {
    private final RequestMix mix;
    private final double[] shares = new double[TYPES];
    private final int m;
    private final int n;
    private final RandomGenerator dice;
    private final Deque<Integer> waiting = new ArrayDeque<>();
    private final double[] rates = new double[3 * TYPES];
    // Requests by type: computing before, in the database, computing with a connection.
    private final int[][] now = new int[3][TYPES];
    private final double[] withoutNanos = new double[TYPES];
    private final double[] withNanos = new double[TYPES];
    private final long[] withoutDone = new long[TYPES];
    private final long[] withDone = new long[TYPES];
    private double nanos;
    private long completed;
    private int held;

    Run(RequestMix mix, PoolSizes sizes, RandomGenerator dice) {
      this.mix = mix;
      m = sizes.threads();
      n = sizes.connections();
      this.dice = dice;
      Arrays.setAll(shares, i -> mix.share(Tpcw.TYPES[i]));
      for (int i = 0; i < m; i++) {
        begin();
      }
    }

    private void begin() {
      double u = dice.nextDouble();
      int type = 0;
      while (type < TYPES - 1 && u >= shares[type]) {
        u -= shares[type];
        type++;
      }
      now[0][type]++;
    }

    void forget() {
      Arrays.fill(withoutNanos, 0);
      Arrays.fill(withNanos, 0);
      Arrays.fill(withoutDone, 0);
      Arrays.fill(withDone, 0);
      nanos = 0;
      completed = 0;
    }

    void until(long requests) {
      while (completed < requests) {
        step();
      }
    }

    private void step() {
      double total = rates();
      double dt = -Math.log(1 - dice.nextDouble()) / total;
      nanos += dt;
      for (int i = 0; i < TYPES; i++) {
        withoutNanos[i] += now[0][i] * dt;
        withNanos[i] += (now[1][i] + now[2][i]) * dt;
      }
      double u = dice.nextDouble() * total;
      int event = 0;
      while (event < rates.length - 1 && u >= rates[event]) {
        u -= rates[event];
        event++;
      }
      happen(event / TYPES, event % TYPES);
    }

    private double rates() {
      int busy = 0;
      int inDatabase = 0;
      for (int i = 0; i < TYPES; i++) {
        busy += now[0][i] + now[2][i];
        inDatabase += now[1][i];
      }
      double speed = Math.min(1, cores / Math.max(1, busy)) / (1 + perThread * m);
      double database = 1 / (1 + (sigma + kappa * inDatabase) * Math.max(0, inDatabase - 1));
      double total = 0;
      for (int i = 0; i < TYPES; i++) {
        double q = Tpcw.IDLE_Q[i] * 1e6;
        rates[i] = now[0][i] * speed / (Tpcw.IDLE_P[i] * 1e6);
        rates[TYPES + i] = q > 0 ? now[1][i] * database / (q * DATABASE_PART) : 0;
        rates[2 * TYPES + i] = q > 0 ? now[2][i] * speed / (q * (1 - DATABASE_PART)) : 0;
        total += rates[i] + rates[TYPES + i] + rates[2 * TYPES + i];
      }
      return total;
    }

    private void happen(int stage, int type) {
      now[stage][type]--;
      if (stage == 1) {
        now[2][type]++;
        return;
      }
      if (stage == 0) {
        withoutDone[type]++;
        if (Tpcw.IDLE_Q[type] > 0) {
          waiting.add(type);
          connect();
          return;
        }
      } else {
        withDone[type]++;
        held--;
        connect();
      }
      completed++;
      begin();
    }

    private void connect() {
      if (held < n && !waiting.isEmpty()) {
        held++;
        now[1][waiting.remove()]++;
      }
    }

    ProfilePoint point() {
      List<TypeProfile> types = new ArrayList<>();
      for (int i = 0; i < TYPES; i++) {
        types.add(
            new TypeProfile(
                Tpcw.TYPES[i],
                moments(withoutNanos[i], withoutDone[i], withoutDone[i]),
                moments(withNanos[i], withDone[i], withoutDone[i])));
      }
      double sessionsPerSecond = completed / (nanos / 1e9) / mix.sessionLength();
      return new ProfilePoint(m, n, types, 2 * sessionsPerSecond, sessionsPerSecond, completed, m);
    }

    private Moments moments(double sum, long done, long most) {
      double mean = done > 0 ? sum / done : 0;
      // Half as many count: times follow each other. Those of before the run are none too many.
      return new Moments(Math.min(done, most) / 2.0, mean, mean * mean);
    }
  }
}

package io.headwaiter.core.pool;

import io.headwaiter.core.pool.profile.Moments;
import io.headwaiter.core.pool.profile.PoolSizes;
import io.headwaiter.core.pool.profile.ProcessorUse;
import io.headwaiter.core.pool.profile.ProfilePoint;
import io.headwaiter.core.pool.profile.RequestMix;
import io.headwaiter.core.pool.profile.TypeProfile;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * A server under overload with the paper's eight request types, simulated event by event. It is
 * like {@link SaturatedSystem}, which has one kind of request only; some types are ten times as
 * heavy as others. Nine tenths of the work of q are the database's. A part of p and of q can be a
 * pause, which uses no resource. The database can be embedded: then it computes on the
 * application's processors.
 */
public final class TypedServer {
  private static final double DATABASE_PART = 0.9;
  private static final int TYPES = Tpcw.TYPES.length;
  private static final int WARM_UP = 2000;

  private static final int PAUSE = 0;
  private static final int COMPUTE = 1;
  private static final int DATABASE = 2;
  private static final int COMPUTE_WITH = 3;
  private static final int PAUSE_WITH = 4;
  private static final int STAGES = 5;

  private final double cores;
  private final double perThread;
  private final double sigma;
  private final double kappa;
  private final boolean embedded;
  // Time of each stage and type, alone on the machine.
  private final double[][] nanos = new double[STAGES][TYPES];

  public TypedServer(double cores, double sigma, double kappa, double perThread) {
    this(cores, sigma, kappa, perThread, /* pausePart= */ 0, /* embedded= */ false);
  }

  public TypedServer(
      double cores,
      double sigma,
      double kappa,
      double perThread,
      double pausePart,
      boolean embedded) {
    this.cores = cores;
    this.perThread = perThread;
    this.sigma = sigma;
    this.kappa = kappa;
    this.embedded = embedded;
    for (int i = 0; i < TYPES; i++) {
      double p = Tpcw.IDLE_P[i] * 1e6;
      double q = Tpcw.IDLE_Q[i] * 1e6;
      nanos[PAUSE][i] = p * pausePart;
      nanos[COMPUTE][i] = p * (1 - pausePart);
      nanos[DATABASE][i] = q * (1 - pausePart) * DATABASE_PART;
      nanos[COMPUTE_WITH][i] = q * (1 - pausePart) * (1 - DATABASE_PART);
      nanos[PAUSE_WITH][i] = q * pausePart;
    }
  }

  /** Runs a number of requests of a mix under overload. */
  public ProfilePoint profile(RequestMix mix, PoolSizes sizes, int requests, RandomGenerator dice) {
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
    private final double[] rates = new double[STAGES * TYPES];
    // Requests by stage and type.
    private final int[][] now = new int[STAGES][TYPES];
    private final double[] withoutNanos = new double[TYPES];
    private final double[] withNanos = new double[TYPES];
    private final long[] withoutDone = new long[TYPES];
    private final long[] withDone = new long[TYPES];
    private double elapsedNanos;
    private double busyNanos;
    private double busyNow;
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
      now[nanos[PAUSE][type] > 0 ? PAUSE : COMPUTE][type]++;
    }

    void forget() {
      Arrays.fill(withoutNanos, 0);
      Arrays.fill(withNanos, 0);
      Arrays.fill(withoutDone, 0);
      Arrays.fill(withDone, 0);
      elapsedNanos = 0;
      busyNanos = 0;
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
      elapsedNanos += dt;
      busyNanos += busyNow * dt;
      for (int i = 0; i < TYPES; i++) {
        withoutNanos[i] += (now[PAUSE][i] + now[COMPUTE][i]) * dt;
        withNanos[i] += (now[DATABASE][i] + now[COMPUTE_WITH][i] + now[PAUSE_WITH][i]) * dt;
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
      int computing = 0;
      int inDatabase = 0;
      for (int i = 0; i < TYPES; i++) {
        computing += now[COMPUTE][i] + now[COMPUTE_WITH][i];
        inDatabase += now[DATABASE][i];
      }
      int busy = embedded ? computing + inDatabase : computing;
      busyNow = Math.min(cores, busy);
      double processors = Math.min(1, cores / Math.max(1, busy)) / (1 + perThread * m);
      double contention = 1 + (sigma + kappa * inDatabase) * Math.max(0, inDatabase - 1);
      double database = (embedded ? processors : 1) / contention;
      double[] speed = {1, processors, database, processors, 1};
      double total = 0;
      for (int s = 0; s < STAGES; s++) {
        for (int i = 0; i < TYPES; i++) {
          double rate = now[s][i] == 0 ? 0 : now[s][i] * speed[s] / nanos[s][i];
          rates[s * TYPES + i] = rate;
          total += rate;
        }
      }
      return total;
    }

    private void happen(int stage, int type) {
      now[stage][type]--;
      int next = stage + 1;
      if (stage != COMPUTE && next < STAGES && nanos[next][type] > 0) {
        now[next][type]++;
        return;
      }
      if (stage == COMPUTE) {
        withoutDone[type]++;
        if (nanos[DATABASE][type] > 0) {
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
        now[DATABASE][waiting.remove()]++;
      }
    }

    ProfilePoint point() {
      List<TypeProfile> types = new ArrayList<>();
      for (int i = 0; i < TYPES; i++) {
        types.add(
            new TypeProfile(
                Tpcw.TYPES[i],
                moments(withoutNanos[i], withoutDone[i], withoutDone[i]),
                moments(withNanos[i], withDone[i], withoutDone[i]),
                processorNanos(i)));
      }
      double perSecond = completed / (elapsedNanos / 1e9) / mix.sessionLength();
      ProcessorUse use = new ProcessorUse(busyNanos / elapsedNanos, cores);
      return new ProfilePoint(m, n, types, 2 * perSecond, perSecond, completed, m, use);
    }

    private double processorNanos(int type) {
      double database = embedded ? nanos[DATABASE][type] : 0;
      return (nanos[COMPUTE][type] + nanos[COMPUTE_WITH][type] + database) * (1 + perThread * m);
    }

    private Moments moments(double sum, long done, long most) {
      double mean = done > 0 ? sum / done : 0;
      // Half of the count, because times are correlated; bounded, as some began before the run.
      return new Moments(Math.min(done, most) / 2.0, mean, mean * mean);
    }
  }
}

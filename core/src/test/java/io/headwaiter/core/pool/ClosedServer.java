package io.headwaiter.core.pool;

import io.headwaiter.core.pool.control.WorkerSample;
import io.headwaiter.core.pool.control.WorkerSizing;
import java.util.Arrays;
import java.util.Random;

/**
 * A closed server, simulated in steps of one millisecond, for the tests of {@link WorkerSizing}.
 * Each client sends its next request after a think time. A turn waits for a thread, holds it while
 * it waits for the database, and then shares the processor with other turns.
 */
public final class ClosedServer {
  private static final int STEP_NANOS = 1_000_000;
  private static final int STEPS_PER_LOOK = 50;
  private static final int PASSES = 4;

  private enum Place {
    THINKING,
    QUEUED,
    AT_DATABASE,
    AT_WORK
  }

  private final Random random = new Random(5);
  private final WorkerSizing law;
  private final Place[] places;
  private final double[] leftMillis;
  private int threads;
  private double processorMillis;
  public double thinkMillis;
  public double waitMillis;
  double workMillis = 2;
  public int changes;

  public ClosedServer(WorkerSizing law, int clients) {
    this.law = law;
    threads = law.floor();
    places = new Place[clients];
    leftMillis = new double[clients];
    Arrays.fill(places, Place.THINKING);
  }

  public int threads() {
    return threads;
  }

  /**
   * Simulates some seconds; the law gets a sample every 50 ms.
   *
   * @return fraction of the processor that was busy
   */
  public double run(int seconds) {
    double usedMillis = 0;
    for (int look = 0; look < seconds * 1000 / STEPS_PER_LOOK; look++) {
      processorMillis = 0;
      for (int i = 0; i < STEPS_PER_LOOK; i++) {
        step();
      }
      usedMillis += processorMillis;
      int next =
          law.step(
              new WorkerSample(
                  (long) STEPS_PER_LOOK * STEP_NANOS,
                  threads,
                  busy(),
                  0,
                  count(Place.QUEUED),
                  processorMillis * STEP_NANOS,
                  /* doorNanos= */ 0,
                  1));
      changes += next == threads ? 0 : 1;
      threads = next;
    }
    return usedMillis / (1000.0 * seconds);
  }

  private int busy() {
    return count(Place.AT_DATABASE) + count(Place.AT_WORK);
  }

  private int count(Place place) {
    int count = 0;
    for (Place p : places) {
      count += p == place ? 1 : 0;
    }
    return count;
  }

  private void step() {
    double free = 1;
    for (int pass = 0; pass < PASSES; pass++) {
      free = shareOut(free);
    }
    for (int i = 0; i < places.length; i++) {
      leftMillis[i] -= places[i] == Place.AT_WORK ? 0 : 1;
    }
    processorMillis += 1 - free;
    int idle = threads - busy();
    for (int i = 0; i < places.length; i++) {
      if (places[i] == Place.QUEUED ? idle > 0 : leftMillis[i] <= 1e-9) {
        idle -= places[i] == Place.QUEUED ? 1 : 0;
        idle += places[i] == Place.AT_WORK ? 1 : 0;
        goOn(i);
      }
    }
  }

  /** Shares the processor equally, and returns the part that turns did not need. */
  private double shareOut(double free) {
    int atWork = 0;
    for (int i = 0; i < places.length; i++) {
      atWork += isAtWork(i) ? 1 : 0;
    }
    double left = free;
    for (int i = 0; i < places.length; i++) {
      if (isAtWork(i)) {
        double used = Math.min(leftMillis[i], free / atWork);
        leftMillis[i] -= used;
        left -= used;
      }
    }
    return left;
  }

  private boolean isAtWork(int client) {
    return places[client] == Place.AT_WORK && leftMillis[client] > 1e-9;
  }

  private void goOn(int client) {
    switch (places[client]) {
      case THINKING -> become(client, Place.QUEUED, 0);
      case QUEUED -> become(client, Place.AT_DATABASE, waitMillis);
      case AT_DATABASE -> become(client, Place.AT_WORK, workMillis);
      default -> become(client, Place.THINKING, thinkMillis);
    }
  }

  private void become(int client, Place place, double meanMillis) {
    places[client] = place;
    leftMillis[client] = -meanMillis * Math.log(1 - random.nextDouble());
  }
}

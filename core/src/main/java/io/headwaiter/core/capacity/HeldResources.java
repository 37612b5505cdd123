package io.headwaiter.core.capacity;

import java.util.EnumMap;
import java.util.Map;

/**
 * The processors that the worker threads and the database connections can keep busy.
 *
 * <pre>
 *   threads      A_r = c * X(M)       see {@link io.headwaiter.core.pool.queueing.FiniteSource}
 *   connections  A_r = c * N / q
 *   c  processor time of a turn   z  time for which it holds its thread beside that
 *   q  time for which it holds a connection
 * </pre>
 *
 * <p>A resource that can still grow by itself ({@link ResourceUse#limit}) is no bound: threads are
 * added as turns wait for them. A turn that waits for a connection holds its thread, and that time
 * is not in z: where connections are short, they are the bottleneck.
 *
 * <p>The controller learns z and q only while the processors are not all busy. Otherwise they are
 * mostly waiting for a processor, and then no other resource is the bottleneck.
 *
 * <p>Even then z and q contain waiting for a processor: turns come in bursts, and ten of them share
 * a processor that is idle a moment later. A bound from such values confirms itself, since it keeps
 * the processors idle enough for z to be learned again. So a resource is a bound only as far as it
 * was seen to be one:
 *
 * <pre>
 *   A_r = max(as above, A * w)
 *   w   busy part of the processors in intervals in which at least 0.9 of all units were in use
 *       and a turn waited for one at both ends; smoothed over 0.3 s of such time; otherwise it
 *       returns to 1 with a time constant of 20 s
 * </pre>
 *
 * <p>Not thread-safe.
 */
final class HeldResources {
  private static final double BUSY_TAU_NANOS = 0.3e9;
  // A unit that passes from one turn to the next is free for a moment.
  private static final double TAKEN_PART = 0.9;
  private static final double TAKEN_TAU_NANOS = 0.3e9;
  private static final double FREE_TAU_NANOS = 20e9;
  private static final double TURN_NANOS_PRIOR = 2e6;
  private static final double PRIOR_TURNS = 20;

  private final DecayingMean busy = new DecayingMean(0, 0);
  private final ChangingMean turn = new ChangingMean(TURN_NANOS_PRIOR, PRIOR_TURNS);
  private final Map<Resource, Holding> holdings = new EnumMap<>(Resource.class);

  /**
   * Units of one resource, the time for which a turn holds one (z of a thread, q of a connection),
   * and w.
   */
  private static final class Holding {
    private final ChangingMean nanos = new ChangingMean(0, 1);
    private int units;
    private boolean mayGrow;
    private boolean wasTaken;
    private double busyWhileTaken = 1;

    private void look(ResourceUse use, double elapsedNanos, double busyPart) {
      boolean isTaken = use.waiting() > 0 && use.busyMean() >= TAKEN_PART * use.capacity();
      boolean throughout = isTaken && wasTaken;
      wasTaken = isTaken;
      double goal = throughout ? Math.min(1, busyPart) : 1;
      double tau = throughout ? TAKEN_TAU_NANOS : FREE_TAU_NANOS;
      busyWhileTaken += (goal - busyWhileTaken) * -Math.expm1(-elapsedNanos / tau);
    }

    private HeldBounds.Bound bound(Resource resource) {
      return new HeldBounds.Bound(resource, units, mayGrow, nanos.mean(), busyWhileTaken);
    }
  }

  /** Adds one interval. */
  void add(MeterSnapshot s) {
    double dt = s.elapsedNanos();
    double work =
        s.cpu().processNanos()
            - s.cpu().frontNanos()
            - s.cpu().courtesyNanos()
            - s.firstUseCpuNanos()
            - s.cpu().backgroundNanos();
    turn.add(dt, Math.max(0, work), s.queue().turns());
    busy.add(dt, BUSY_TAU_NANOS, s.cpu().processNanos(), dt * s.processors());
    double busyPart = s.cpu().processNanos() / (dt * s.processors());
    double busyNow = Math.max(busy.mean(), busyPart);
    for (ResourceUse use : s.resources()) {
      Holding holding = holdings.computeIfAbsent(use.resource(), r -> new Holding());
      holding.units = use.capacity();
      holding.look(use, dt, busyPart);
      holding.mayGrow = use.limit() > use.capacity();
      if (busyNow < HeldBounds.CPU_BUSY) {
        double elsewhere = use.resource() == Resource.WORKER_THREADS ? elsewhere(s) : 0;
        holding.nanos.add(dt, Math.max(0, use.busyMean() * dt - elsewhere), s.queue().turns());
      }
    }
  }

  /** Returns the thread time of turns that computed, or waited for a connection. */
  private double elsewhere(MeterSnapshot s) {
    double waiting =
        s.resources().stream()
            .filter(use -> use.resource() == Resource.DATABASE_CONNECTIONS)
            .mapToDouble(ResourceUse::waiting)
            .sum();
    return turn.mean() * s.queue().turns() + s.firstUseCpuNanos() + waiting * s.elapsedNanos();
  }

  /** Returns the bounds as they are now. */
  HeldBounds bounds() {
    return new HeldBounds(
        turnNanos(),
        holdings.entrySet().stream().map(e -> e.getValue().bound(e.getKey())).toList());
  }

  /** Returns the smallest A_r, at most {@code available}. */
  double processors(double available) {
    return bounds().processors(available);
  }

  /** Returns the scarcest resource. */
  Resource bottleneck(double available) {
    return bounds().bottleneck(available);
  }

  /**
   * Returns the processor time of a turn: that of the process, without the door, courtesy pages,
   * first uses and background work, divided among all turns.
   */
  double turnNanos() {
    return Math.max(1, turn.mean());
  }
}

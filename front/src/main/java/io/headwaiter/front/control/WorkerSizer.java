package io.headwaiter.front.control;

import io.headwaiter.core.capacity.CpuSupply;
import io.headwaiter.core.capacity.Resource;
import io.headwaiter.core.capacity.ResourceUse;
import io.headwaiter.core.pool.control.WorkerSample;
import io.headwaiter.core.pool.control.WorkerSizing;
import io.headwaiter.front.pools.WorkerPool;
import io.headwaiter.telemetry.FigureTable;
import io.headwaiter.telemetry.FigureTable.Unit;
import io.headwaiter.telemetry.MetricsText;
import io.headwaiter.telemetry.StatusPart;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.LongToIntFunction;
import java.util.function.Supplier;

/**
 * Looks at the worker threads at each tick of the control thread and gives them the number that
 * {@link WorkerSizing} wants, unless something else sizes them. Any thread may read what is shown.
 */
public final class WorkerSizer implements StatusPart {
  private static final System.Logger LOG = System.getLogger(WorkerSizer.class.getName());

  /** The figures of worker threads in {@code /metrics}. */
  public static final FigureTable<WorkerSizer> TABLE =
      new FigureTable<WorkerSizer>()
          .gauge("worker_threads", Unit.COUNT, "Worker threads there can be.")
          .row("", s -> s.pool.capacity())
          .counter(
              "worker_threads_changes_total",
              Unit.COUNT,
              "Times that the number of worker threads followed what holds them.")
          .row("", s -> s.seen.changes())
          .gauge(
              "turns_held_back",
              Unit.COUNT,
              "Turns of visits that hold as many workers as they may.")
          .row("", s -> s.pool.heldBack());

  private final WorkerPool pool;
  private final Supplier<CpuSupply> supply;
  private final Supplier<List<ResourceUse>> uses;
  private final LongSupplier processNanos;
  private final LongToIntFunction heldByClients;
  private final LongSupplier doorNanos;
  private final LongSupplier turnsGaveWay;
  private final WorkerSizing law;
  private boolean isBegun;
  private long lastNanos;
  private long lastProcessNanos;
  private long lastDoorNanos;
  private long lastGaveWay;
  private boolean failed;
  private volatile Seen seen;

  /** The state as of the last look; {@code heldByClients} is 0 while it is below half. */
  private record Seen(
      int wanted,
      WorkerSizing.State state,
      double busyPart,
      double heldRatio,
      int heldByClients,
      long changes) {}

  /**
   * @param supply the processors there are
   * @param uses what else turns of work hold, to name what is scarce
   * @param processNanos processor time of this process so far
   * @param heldByClients returns the threads that wait for slow clients at a time
   * @param doorNanos processor time of the door so far
   * @param turnsGaveWay turns so far that waited for the door
   */
  public WorkerSizer(
      WorkerPool pool,
      Supplier<CpuSupply> supply,
      Supplier<List<ResourceUse>> uses,
      LongSupplier processNanos,
      LongToIntFunction heldByClients,
      LongSupplier doorNanos,
      LongSupplier turnsGaveWay) {
    this.pool = pool;
    this.supply = supply;
    this.uses = uses;
    this.processNanos = processNanos;
    this.heldByClients = heldByClients;
    this.doorNanos = doorNanos;
    this.turnsGaveWay = turnsGaveWay;
    law = new WorkerSizing(pool.floor(), pool.maximum());
    seen = new Seen(pool.floor(), law.state(), Double.NaN, Double.NaN, 0, /* changes= */ 0);
  }

  /** Leaves the threads to something else from now on, as this sentence says. */
  public void leaveTo(String whom) {
    pool.leave(whom);
  }

  /** Takes one more look, on the control thread. */
  public void tick(long nowNanos) {
    int threads = pool.capacity();
    if (threads < 1 || pool.whyNotSized().isPresent()) {
      isBegun = false;
      return;
    }
    long used = processNanos.getAsLong();
    long door = doorNanos.getAsLong();
    long gaveWay = turnsGaveWay.getAsLong();
    if (isBegun && nowNanos > lastNanos) {
      look(threads, nowNanos, used, door, gaveWay - lastGaveWay);
    }
    isBegun = true;
    lastGaveWay = gaveWay;
    lastNanos = nowNanos;
    lastProcessNanos = used;
    lastDoorNanos = door;
  }

  // Turns that gave way to the door (inVain) held their threads; with more threads, more would give
  // way.
  private void look(
      int threads, long nowNanos, long processNanosNow, long doorNanosNow, long inVain) {
    int held = heldByClients.applyAsInt(nowNanos);
    int heldBack = pool.heldBack();
    // Threads that a visit must leave idle count as taken: it would hold more of more threads.
    int busy = heldBack > 0 ? Math.max(threads, pool.busy()) : Math.max(0, pool.busy());
    int waiting = (int) Math.max(0, Math.max(0, pool.waiting()) + heldBack - inVain);
    WorkerSample sample =
        new WorkerSample(
            nowNanos - lastNanos,
            threads,
            busy,
            held,
            waiting,
            processNanosNow - lastProcessNanos,
            doorNanosNow - lastDoorNanos,
            supply.get().processors());
    int next = law.step(sample);
    boolean isChanged = next != threads && set(next, threads);
    seen =
        new Seen(
            law.wanted(),
            law.state(),
            law.busyPart(),
            law.heldRatio(),
            sample.isHeldByClients() ? held : 0,
            seen.changes() + (isChanged ? 1 : 0));
  }

  /** Sets the number. The next look repeats what fails: memory for a thread may be short now. */
  private boolean set(int next, int before) {
    try {
      pool.size(next);
      failed = false;
      LOG.log(System.Logger.Level.DEBUG, "{0} worker threads, were {1}", next, before);
      return true;
    } catch (RuntimeException | OutOfMemoryError e) {
      if (!failed) {
        LOG.log(System.Logger.Level.WARNING, "There cannot be " + next + " worker threads", e);
      }
      failed = true;
      return false;
    }
  }

  @Override
  public String name() {
    return "workers";
  }

  @Override
  public Map<String, Object> page() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("now", pool.capacity());
    map.put("heldBack", pool.heldBack());
    Optional<String> fixed = pool.whyNotSized();
    map.put("sized", fixed.isEmpty());
    if (fixed.isPresent()) {
      map.put("why", fixed.get());
      return map;
    }
    Seen last = seen;
    map.put("floor", law.floor());
    map.put("maximum", law.maximum());
    map.put("wanted", last.wanted());
    map.put("state", last.state().name().toLowerCase(Locale.ROOT));
    map.put("why", why(last));
    map.put("changes", last.changes());
    // Values that were never seen are left out.
    if (last.busyPart() >= 0) {
      map.put("processorsBusyWhileTaken", last.busyPart());
    }
    if (last.heldRatio() >= 0) {
      map.put("heldPerProcessorTime", last.heldRatio());
    }
    return map;
  }

  private String why(Seen last) {
    return switch (last.state()) {
      case FLOOR -> "Turns of work do not wait for a thread while processors are idle.";
      case ENOUGH -> "So many keep the processors busy, and fewer did not.";
      case GROWING -> "Turns of work wait for a thread while processors are idle.";
      case HELD_AT_MAXIMUM ->
          "There are no more, and turns of work wait for one while the processors are "
              + Math.round(100 * last.busyPart())
              + " % busy: "
              + holder(last);
    };
  }

  /** Returns what holds all threads, in words. */
  private String holder(Seen last) {
    if (last.heldByClients() > 0) {
      return "slow clients hold %d of them.".formatted(last.heldByClients());
    }
    for (ResourceUse use : uses.get()) {
      if (use.resource() == Resource.DATABASE_CONNECTIONS && use.waiting() > 0) {
        return "the database connections are too few or too slow, all %d are in use and %d turns wait for one."
            .formatted(use.capacity(), use.waiting());
      }
    }
    return "something that is no processor holds the threads, such as a slow database.";
  }

  @Override
  public void count(MetricsText metrics) {
    TABLE.count(metrics, this);
  }
}

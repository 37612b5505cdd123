package io.headwaiter.load;

import io.headwaiter.load.results.LoadResult;
import io.headwaiter.load.workload.Workload;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.Future;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.net.ssl.SSLException;
import org.HdrHistogram.Histogram;

/**
 * Drives an HTTPS server with visits and measures their results.
 *
 * <p>One generator can make several runs one after another. It keeps its event loops, TLS contexts
 * and compiled code between them. {@link #close()} may be called from any thread and ends a run at
 * once; everything else belongs to one thread.
 */
public final class LoadGenerator implements AutoCloseable {
  /** A run begins so much later than it is told to, so that all loops begin at once. */
  public static final long BEGIN_MILLIS = 20;

  private static final long PROGRESS_MILLIS = 500;
  private static final long LEAD_NANOS = TimeUnit.MILLISECONDS.toNanos(BEGIN_MILLIS);

  private final LoadOptions options;
  private final Workload workload;
  private final EventLoopGroup group;
  private final List<Loop> loops = new ArrayList<>();
  private Map<String, Histogram> histograms = Map.of();
  private volatile boolean closed;

  /** Creates a generator with the event loops of these options; sends nothing yet. */
  public LoadGenerator(LoadOptions options) {
    this(options, /* workload= */ null);
  }

  /**
   * Creates a generator with a workload that options cannot describe.
   *
   * @param workload the workload of all runs, in place of the options' mix; null for that mix
   */
  public LoadGenerator(LoadOptions options, Workload workload) {
    this.options = Objects.requireNonNull(options, "options");
    this.workload = workload;
    int count = options.run().eventLoops();
    group =
        new MultiThreadIoEventLoopGroup(
            count,
            new DefaultThreadFactory("headwaiter-load", /* daemon= */ true),
            EpollIoHandler.newFactory());
    for (int i = 0; i < count; i++) {
      loops.add(new Loop(group.next()));
    }
  }

  /**
   * Runs the options of the constructor.
   *
   * @param progress called about twice a second on the calling thread
   * @throws InterruptedException when the calling thread is interrupted, which ends the run
   * @throws IllegalStateException when the generator is closed, also during the run
   */
  public LoadResult run(Consumer<Progress> progress) throws InterruptedException {
    return run(options, progress);
  }

  /**
   * Runs other options on the same event loops; {@code eventLoops} must be as at construction.
   *
   * @throws IllegalArgumentException when the number of event loops differs
   */
  public LoadResult run(LoadOptions options, Consumer<Progress> progress)
      throws InterruptedException {
    if (options.run().eventLoops() != loops.size()) {
      throw new IllegalArgumentException(
          "eventLoops is "
              + options.run().eventLoops()
              + "; this generator has "
              + loops.size()
              + ". Keep the number, or make a new generator.");
    }
    for (Loop loop : loops) {
      on(loop, () -> prepared(loop, options));
    }
    Instant startedAt = Instant.now();
    Workload visitors = workload == null ? Workloads.of(options) : workload;
    RunPlan plan = new RunPlan(options, System.nanoTime() + LEAD_NANOS, visitors);
    List<LoopRun> runs = new ArrayList<>();
    try {
      List<Future<Recorder>> ends = begin(plan, runs);
      awaitEnd(plan, runs, ends, progress);
      Recorder seen = collect(ends);
      histograms = seen.histograms();
      return new ResultBuilder(plan, startedAt, runs, seen).build();
    } finally {
      stop(runs);
    }
  }

  /**
   * Returns the distributions of the last run that ended: those of the result, by name, times in
   * microseconds. Empty before.
   */
  public Map<String, Histogram> histograms() {
    return histograms;
  }

  private static boolean prepared(Loop loop, LoadOptions options) throws SSLException {
    loop.prepare(options);
    return true;
  }

  private List<Future<Recorder>> begin(RunPlan plan, List<LoopRun> runs)
      throws InterruptedException {
    List<Future<Recorder>> ends = new ArrayList<>();
    for (int i = 0; i < loops.size(); i++) {
      int index = i;
      Loop loop = loops.get(i);
      runs.add(on(loop, () -> new LoopRun(loop, plan, index)));
    }
    for (int i = 0; i < runs.size(); i++) {
      ends.add(on(loops.get(i), runs.get(i)::start));
    }
    return ends;
  }

  private void awaitEnd(
      RunPlan plan, List<LoopRun> runs, List<Future<Recorder>> ends, Consumer<Progress> progress)
      throws InterruptedException {
    for (Future<Recorder> end : ends) {
      while (!end.await(PROGRESS_MILLIS) && !closed) {
        progress.accept(look(plan, runs));
      }
    }
    if (!closed) {
      progress.accept(look(plan, runs));
    }
  }

  private Progress look(RunPlan plan, List<LoopRun> runs) throws InterruptedException {
    long offered = 0;
    long completed = 0;
    long refused = 0;
    long broken = 0;
    int underWay = 0;
    for (int i = 0; i < runs.size(); i++) {
      LoopRun.Snapshot seen = on(loops.get(i), runs.get(i)::snapshot);
      offered += seen.offered();
      completed += seen.completed();
      refused += seen.refused();
      broken += seen.broken();
      underWay += seen.underWay();
    }
    long total = plan.windowEndNanos() - plan.startNanos();
    long elapsed = Math.max(0, Math.min(total, System.nanoTime() - plan.startNanos()));
    return new Progress(
        System.nanoTime() - plan.windowStartNanos() < 0,
        TimeUnit.NANOSECONDS.toMillis(elapsed),
        TimeUnit.NANOSECONDS.toMillis(total),
        offered,
        completed,
        refused,
        broken,
        underWay);
  }

  private static Recorder collect(List<Future<Recorder>> ends) throws InterruptedException {
    Recorder all = null;
    for (Future<Recorder> end : ends) {
      Recorder one = get(end);
      if (all == null) {
        all = one;
      } else {
        all.add(one);
      }
    }
    return all;
  }

  private void stop(List<LoopRun> runs) {
    for (int i = 0; i < runs.size() && !closed; i++) {
      loops.get(i).eventLoop().execute(runs.get(i)::stop);
    }
  }

  private <T> T on(Loop loop, Callable<T> task) throws InterruptedException {
    if (closed) {
      throw closedException(null);
    }
    try {
      return get(loop.eventLoop().submit(task));
    } catch (RejectedExecutionException e) {
      throw closedException(e);
    }
  }

  private static <T> T get(Future<T> future) throws InterruptedException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException unchecked) {
        throw unchecked;
      }
      throw new IllegalStateException("The load generator failed.", e.getCause());
    }
  }

  private static IllegalStateException closedException(Exception cause) {
    return new IllegalStateException("The load generator is closed; make a new one.", cause);
  }

  /** Ends a run at once and releases all resources. */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    for (Loop loop : loops) {
      loop.eventLoop().execute(loop::close);
    }
    group.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(5, TimeUnit.SECONDS);
  }
}

package io.headwaiter.lab.bench;

import io.headwaiter.lab.host.ProcessUsage;
import io.headwaiter.lab.model.BudgetValues;
import io.headwaiter.lab.model.StackCost;
import io.headwaiter.lab.server.ServerProfiler;
import io.headwaiter.load.LoadGenerator;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.FutureTask;

/**
 * Profiles a server in the window of a run, and reads what its processes used; only the latter if
 * it is no Java program. Ends with the window. Belongs to one thread.
 */
final class ProfiledRun implements Watching {
  private final FutureTask<SortedMap<String, Double>> task;

  private ProfiledRun(FutureTask<SortedMap<String, Double>> task) {
    this.task = task;
    Thread thread = new Thread(task, "profile");
    thread.setDaemon(true);
    thread.start();
  }

  /** Begins; the visits come at once. */
  static ProfiledRun of(RunningServer server, Duration lead, Duration window, Path flameGraph)
      throws IOException {
    List<Long> pids = server.contender().pids();
    Window time = Window.after(lead, window);
    if (!server.isJava()) {
      return new ProfiledRun(new FutureTask<>(() -> used(pids, time)));
    }
    ServerProfiler profiler = ServerProfiler.attach(pids.get(0));
    return new ProfiledRun(new FutureTask<>(() -> profiled(pids, time, profiler, flameGraph)));
  }

  /** When the window begins and ends. */
  private record Window(long beginNanos, long endNanos) {
    static Window after(Duration lead, Duration length) {
      long begin = System.nanoTime() + lead.plusMillis(LoadGenerator.BEGIN_MILLIS).toNanos();
      return new Window(begin, begin + length.toNanos());
    }

    void awaitBegin() throws InterruptedException {
      sleepUntil(beginNanos);
    }

    void awaitEnd() throws InterruptedException {
      sleepUntil(endNanos);
    }

    private static void sleepUntil(long nanos) throws InterruptedException {
      long left = nanos - System.nanoTime();
      if (left > 0) {
        Thread.sleep(Duration.ofNanos(left).toMillis());
      }
    }
  }

  /** Returns what the processes used in the window. */
  private static SortedMap<String, Double> used(List<Long> pids, Window time)
      throws IOException, InterruptedException {
    time.awaitBegin();
    ProcessUsage before = usage(pids);
    time.awaitEnd();
    ProcessUsage after = usage(pids);
    SortedMap<String, Double> values = new TreeMap<>();
    values.put(BudgetValues.USER_SECONDS, after.userSeconds() - before.userSeconds());
    values.put(BudgetValues.SYSTEM_SECONDS, after.systemSeconds() - before.systemSeconds());
    values.put(
        BudgetValues.CONTEXT_SWITCHES,
        (double) (after.contextSwitches() - before.contextSwitches()));
    return values;
  }

  private static SortedMap<String, Double> profiled(
      List<Long> pids, Window time, ServerProfiler profiler, Path flameGraph)
      throws IOException, InterruptedException {
    try (profiler) {
      time.awaitBegin();
      long allocated = profiler.allocatedBytes();
      profiler.start();
      SortedMap<String, Double> values = used(pids, time);
      values.put(BudgetValues.ALLOCATED_BYTES, (double) (profiler.allocatedBytes() - allocated));
      values.putAll(shares(StackCost.samples(profiler.stop(flameGraph))));
      return values;
    }
  }

  private static ProcessUsage usage(List<Long> pids) throws IOException {
    ProcessUsage all = new ProcessUsage(0, 0, 0);
    for (long pid : pids) {
      all = all.plus(ProcessUsage.of(pid));
    }
    return all;
  }

  /** Returns the share of each kind of work. */
  private static SortedMap<String, Double> shares(Map<StackCost, Long> samples) {
    double all = Math.max(1, samples.values().stream().mapToLong(Long::longValue).sum());
    SortedMap<String, Double> shares = new TreeMap<>();
    for (StackCost cost : StackCost.values()) {
      shares.put(BudgetValues.share(cost), samples.getOrDefault(cost, 0L) / all);
    }
    return shares;
  }

  @Override
  public SortedMap<String, Double> told(long fromMillis, long toMillis)
      throws IOException, InterruptedException {
    return Tasks.result(task, "the server could not be profiled");
  }

  @Override
  public void close() {}
}

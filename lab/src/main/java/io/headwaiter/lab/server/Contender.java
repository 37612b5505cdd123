package io.headwaiter.lab.server;

import io.headwaiter.lab.host.Pinning;
import io.headwaiter.lab.host.TaskClock;
import java.io.IOException;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * A server in a contest, or a proxy with the server behind it: everything that serves its customers
 * and shares the servers' processor.
 *
 * @param name for the reader
 * @param target where its customers go
 * @param pids its processes
 * @param clocks CPU time of each
 * @param pinning whose processor is whose
 */
public record Contender(
    String name, URI target, List<Long> pids, List<TaskClock> clocks, Pinning pinning) {
  /** Copies the lists. */
  public Contender {
    pids = List.copyOf(pids);
    clocks = List.copyOf(clocks);
  }

  /** A contender of these processes, the one that customers talk to first. */
  public static Contender of(
      String name, Pinning pinning, ServerProcess first, ServerProcess... behind) {
    List<Long> pids =
        Stream.concat(Stream.of(first), Arrays.stream(behind)).map(ServerProcess::pid).toList();
    return new Contender(
        name, first.target(), pids, pids.stream().map(TaskClock::of).toList(), pinning);
  }

  /** CPU seconds of all its processes so far, user and system. */
  public double cpuSeconds() {
    return clocks.stream().mapToDouble(TaskClock::seconds).sum();
  }

  /** Lets it use the load's processors too, or the servers' alone. */
  public void borrowProcessors(boolean borrow) throws IOException, InterruptedException {
    for (long pid : pids) {
      if (borrow) {
        pinning.lendTo(pid);
      } else {
        pinning.confine(pid);
      }
    }
  }
}

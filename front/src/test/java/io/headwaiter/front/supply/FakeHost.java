package io.headwaiter.front.supply;

import io.headwaiter.core.capacity.CpuSupply;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A host made of files, with processors that do what they are told, in virtual time. */
final class FakeHost {
  static final int JVM_SAYS = 3;

  private static final long MILLI = 1_000_000L;

  final List<String> complaints = new ArrayList<>();
  private final Path root;
  private final CpuSupplyMeter meter;
  private long nowNanos;
  private double ownNanos;
  private double[] idleNanos = {};
  private double[] stolenNanos = {};

  FakeHost(Path root) {
    this.root = root;
    meter = new CpuSupplyMeter(root, () -> JVM_SAYS, () -> ticks(ownNanos), complaints::add);
  }

  /** Rounds down to whole ticks, as the JVM does. */
  private static long ticks(double nanos) {
    long ticks = (long) (nanos / CpuTicks.TICK_NANOS);
    return ticks * CpuTicks.TICK_NANOS;
  }

  FakeHost file(String path, String text) {
    try {
      Path file = root.resolve(path);
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  void remove(String path) {
    try {
      Files.delete(root.resolve(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sets the number of processors, and binds the process to all of them. */
  FakeHost cpus(int count) {
    idleNanos = new double[count];
    stolenNanos = new double[count];
    writeStat();
    return affinity(count == 1 ? "0" : "0-" + (count - 1));
  }

  FakeHost affinity(String list) {
    return file("proc/self/status", "Name:\tjava\nCpus_allowed:\tff\nCpus_allowed_list:\t" + list);
  }

  FakeHost unifiedGroup(String group) {
    file("proc/self/cgroup", "0::" + group + "\n");
    return file(
        "proc/self/mountinfo",
        "29 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n");
  }

  private void writeStat() {
    StringBuilder text = new StringBuilder("cpu  1 2 3 4 5 6 7 8 9 10\n");
    for (int cpu = 0; cpu < idleNanos.length; cpu++) {
      text.append("cpu").append(cpu).append(" 1000 20 300 ");
      text.append(ticks(idleNanos[cpu]) / CpuTicks.TICK_NANOS).append(" 0 0 0 ");
      text.append(ticks(stolenNanos[cpu]) / CpuTicks.TICK_NANOS).append(" 0 0\n");
    }
    file("proc/stat", text + "intr 4711 0 0\nctxt 815\n");
  }

  /** Returns a sample of the meter, 1 ns later. */
  CpuSupply now() {
    nowNanos++;
    return meter.sample(nowNanos, /* wanting= */ false);
  }

  /**
   * Advances the time by 50 ms.
   *
   * @param own processors that the process uses
   * @param idle idle part of each processor
   */
  CpuSupply tick(double own, boolean wanting, double... idle) {
    return tick(50, own, wanting, 0, idle);
  }

  /** Does the same for another length of time, with this part of each processor stolen. */
  CpuSupply tick(long millis, double own, boolean wanting, double stolen, double... idle) {
    long nanos = millis * MILLI;
    nowNanos += nanos;
    ownNanos += own * nanos;
    for (int cpu = 0; cpu < idle.length; cpu++) {
      idleNanos[cpu] += idle[cpu] * nanos;
      stolenNanos[cpu] += stolen * nanos;
    }
    writeStat();
    return meter.sample(nowNanos, wanting);
  }

  /** Advances the time by a second. */
  CpuSupply second(double own, boolean wanting, double... idle) {
    CpuSupply last = null;
    for (int i = 0; i < 20; i++) {
      last = tick(own, wanting, idle);
    }
    return last;
  }
}

package io.headwaiter.front.supply;

import java.util.Arrays;
import java.util.BitSet;

/**
 * The times of each processor in {@code /proc/stat} since the host was started, in ticks of 10 ms.
 * Not thread-safe.
 */
final class CpuTicks {
  /** Length of a tick as the kernel reports it to programs, on every platform of Java. */
  static final long TICK_NANOS = 10_000_000L;

  private static final int FIELDS_MIN = 4;
  private static final int IDLE = 3;
  private static final int IO_WAIT = 4;
  private static final int STEAL = 7;

  private final BitSet online = new BitSet();
  private long[] idle = new long[16];
  private long[] stolen = new long[16];

  /**
   * Reads the text.
   *
   * @return whether it shows at least one processor
   */
  boolean read(FileText text) {
    online.clear();
    while (text.take("cpu")) {
      long cpu = text.number();
      if (cpu >= 0 && cpu < CpuList.CPUS_MAX) {
        readCpu(text, (int) cpu);
      }
      text.skipLine();
    }
    return !online.isEmpty();
  }

  private void readCpu(FileText text, int cpu) {
    if (cpu >= idle.length) {
      idle = Arrays.copyOf(idle, 2 * cpu);
      stolen = Arrays.copyOf(stolen, 2 * cpu);
    }
    long idleTicks = 0;
    long stolenTicks = 0;
    int field = 0;
    for (; field <= STEAL; field++) {
      text.skipBlanks();
      long ticks = text.number();
      if (ticks < 0) {
        break; // older kernels write fewer fields
      }
      idleTicks += field == IDLE || field == IO_WAIT ? ticks : 0;
      stolenTicks += field == STEAL ? ticks : 0;
    }
    if (field >= FIELDS_MIN) {
      idle[cpu] = idleTicks;
      stolen[cpu] = stolenTicks;
      online.set(cpu);
    }
  }

  /** Returns the processors that it shows. */
  BitSet online() {
    return online;
  }

  /** Returns how long these were idle, also while a thread waited for a disk. */
  long idleNanos(BitSet cpus) {
    return TICK_NANOS * sum(idle, cpus);
  }

  /** Returns how long the host gave these to other guests although there was work. */
  long stolenNanos(BitSet cpus) {
    return TICK_NANOS * sum(stolen, cpus);
  }

  private long sum(long[] ticks, BitSet cpus) {
    long sum = 0;
    for (int cpu = cpus.nextSetBit(0);
        cpu >= 0 && cpu < ticks.length;
        cpu = cpus.nextSetBit(cpu + 1)) {
      sum += online.get(cpu) ? ticks[cpu] : 0;
    }
    return sum;
  }
}

package io.headwaiter.front;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Where the CPU time of the process goes. Each account is measured on its own, by the clocks of the
 * threads it is spent on; the process has a clock of its own, so that the two can be compared:
 *
 * <pre>
 *   process  = the sum of all accounts + residual
 *   rest     = process - (front + control + handshakes + requests + connections + courtesy
 *                         + firstUses + gc + jit)
 *            = poller + workers + other + residual
 * </pre>
 *
 * <p>All in nanoseconds. The residual is what no clock of a thread tells: threads that began and
 * ended between two looks, native threads of libraries, handshakes under way. It is less than 0
 * where something is counted twice, and by the kernel's ticks: it tells the process's time in ticks
 * of 10 ms, user and system each, so a difference of two readings can be wrong by two of them.
 *
 * <p>Worked number: a process used 9,940 ms in 10 s, its accounts 9,912 ms together: the residual
 * is 28 ms, 0.3 % of the whole.
 *
 * <p>Immutable.
 */
final class CpuBreakdown {
  private static final double NANOS_PER_MILLI = 1e6;

  private final long process;
  private final Map<CpuAccount, Long> accounts = new EnumMap<>(CpuAccount.class);

  /**
   * @param process user and system, all threads
   * @param accounts an account that is missing has nothing
   */
  CpuBreakdown(long process, Map<CpuAccount, Long> accounts) {
    this.process = process;
    for (CpuAccount account : CpuAccount.values()) {
      this.accounts.put(account, accounts.getOrDefault(account, 0L));
    }
  }

  /** Of the process: user and system, all threads. */
  long process() {
    return process;
  }

  /** Of one account. */
  long nanos(CpuAccount account) {
    return accounts.get(account);
  }

  /** What is spent beside visits, front, control, collector and compiler; at least 0. */
  long rest() {
    long named = 0;
    for (CpuAccount account : CpuAccount.values()) {
      named += account.isInRest() ? 0 : nanos(account);
    }
    return Math.max(0, process - named);
  }

  /** What no account has; less than 0 if they have more than the process. */
  long residual() {
    return process - accounts.values().stream().mapToLong(Long::longValue).sum();
  }

  /** The residual as a part of the process's time; 0 if that is 0. */
  double residualPart() {
    return process <= 0 ? 0 : (double) residual() / process;
  }

  /** This less an earlier one. */
  CpuBreakdown since(CpuBreakdown earlier) {
    Map<CpuAccount, Long> difference = new EnumMap<>(CpuAccount.class);
    accounts.forEach((account, nanos) -> difference.put(account, nanos - earlier.nanos(account)));
    return new CpuBreakdown(process - earlier.process, difference);
  }

  /** In milliseconds. */
  Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("process", process / NANOS_PER_MILLI);
    accounts.forEach((account, nanos) -> map.put(account.key(), nanos / NANOS_PER_MILLI));
    map.put("rest", rest() / NANOS_PER_MILLI);
    map.put("residual", residual() / NANOS_PER_MILLI);
    return map;
  }
}

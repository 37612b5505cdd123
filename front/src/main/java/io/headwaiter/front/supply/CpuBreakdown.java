package io.headwaiter.front.supply;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The parts of the process's CPU time. Each account is measured on its own, by the clocks of the
 * threads that use it. The process has a separate clock, so the two can be compared:
 *
 * <pre>
 *   process  = the sum of all accounts + residual
 *   rest     = process - (front + control + handshakes + requests + connections + courtesy
 *                         + firstUses + gc + jit)
 *            = poller + workers + other + residual
 * </pre>
 *
 * <p>All in nanoseconds. The residual is the time that no clock of a thread shows: threads that
 * began and ended between two looks, and native threads of libraries. Finished steps of handshakes
 * under way are in {@code handshakes}. The residual is less than 0 where something is counted
 * twice. The kernel's ticks move it, too: they give the process's time in steps of 10 ms, user and
 * system each, so a difference of two readings can be wrong by two of them.
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
   * @param process user and system time of all threads
   * @param accounts time of each account; a missing one counts as 0
   */
  CpuBreakdown(long process, Map<CpuAccount, Long> accounts) {
    this.process = process;
    this.accounts.putAll(accounts);
  }

  /** Returns the time of the process: user and system, all threads. */
  long process() {
    return process;
  }

  /** Returns the time of one account. */
  long nanos(CpuAccount account) {
    return accounts.getOrDefault(account, 0L);
  }

  /** Returns the time in poller, workers, other and residual; at least 0. */
  long rest() {
    long named = 0;
    for (CpuAccount account : CpuAccount.values()) {
      named += account.isInRest() ? 0 : nanos(account);
    }
    return Math.max(0, process - named);
  }

  /** Returns the time in no account; less than 0 if the accounts exceed the process. */
  long residual() {
    return process - accounts.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Returns the residual as a part of the process's time; 0 if that is 0. */
  double residualPart() {
    return process <= 0 ? 0 : (double) residual() / process;
  }

  /** Returns this less an earlier breakdown. */
  CpuBreakdown since(CpuBreakdown earlier) {
    Map<CpuAccount, Long> difference = new EnumMap<>(CpuAccount.class);
    accounts.forEach((account, nanos) -> difference.put(account, nanos - earlier.nanos(account)));
    return new CpuBreakdown(process - earlier.process, difference);
  }

  /** Returns all times in milliseconds. */
  Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("process", process / NANOS_PER_MILLI);
    accounts.forEach((account, nanos) -> map.put(account.key(), nanos / NANOS_PER_MILLI));
    map.put("rest", rest() / NANOS_PER_MILLI);
    map.put("residual", residual() / NANOS_PER_MILLI);
    return map;
  }
}

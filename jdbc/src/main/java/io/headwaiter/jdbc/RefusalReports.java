package io.headwaiter.jdbc;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Reports requests that were refused because there was no connection, one in 10 s: there can be
 * many under load. A request that held a connection meanwhile points to a mistake in the
 * application or in the size of the pool. Its report has a bound of its own, so that the others do
 * not suppress it.
 */
final class RefusalReports {
  static final System.Logger LOG = System.getLogger(RefusalReports.class.getName());
  private static final Duration EVERY = Duration.ofSeconds(10);

  private final LogBound whileHolding;
  private final LogBound others;

  /**
   * @param clock returns the time in nanoseconds
   */
  RefusalReports(LongSupplier clock) {
    whileHolding = new LogBound(EVERY, clock);
    others = new LogBound(EVERY, clock);
  }

  /** Logs that a request of this type is answered with 503 for this reason. */
  void log(String type, ConnectionUnavailableException reason) {
    long heldBack = (reason.heldByRequest() > 0 ? whileHolding : others).pass();
    if (heldBack == LogBound.NOT_NOW) {
      return;
    }
    StringBuilder message = new StringBuilder("A request of type ").append(type);
    message.append(" is answered with 503: ").append(reason.getMessage()).append('.');
    if (heldBack > 0) {
      message.append(" Not logged since the last such report: ").append(heldBack).append('.');
    }
    LOG.log(System.Logger.Level.WARNING, message.toString(), reason);
  }
}

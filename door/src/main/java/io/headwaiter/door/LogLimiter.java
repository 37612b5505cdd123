package io.headwaiter.door;

/**
 * Logs at most one message a second and says how many it left out, so that clients cannot fill the
 * log. Thread-safe.
 */
public final class LogLimiter {
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private long lastNanos;
  private long heldBack;
  private boolean started;

  /**
   * Logs an error, unless one was logged less than a second ago.
   *
   * @param nowNanos of any monotonic clock, always the same one
   */
  public synchronized void log(
      System.Logger logger, String message, Throwable cause, long nowNanos) {
    if (started && nowNanos - lastNanos < NANOS_PER_SECOND) {
      heldBack++;
      return;
    }
    String held = heldBack == 0 ? "" : " (and " + heldBack + " like it not shown)";
    started = true;
    lastNanos = nowNanos;
    heldBack = 0;
    logger.log(System.Logger.Level.ERROR, message + held, cause);
  }
}

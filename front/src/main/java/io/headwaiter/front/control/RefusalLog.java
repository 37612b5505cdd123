package io.headwaiter.front.control;

import java.util.Locale;
import java.util.function.Consumer;

/**
 * Logs when the server begins to refuse new visits, and when it has stopped: two lines for each
 * time of overload, and at most two in ten seconds. Belongs to the control thread.
 */
public final class RefusalLog {
  private static final long QUIET_NANOS = 10_000_000_000L;
  private static final double NANOS_PER_SECOND = 1e9;

  private final Consumer<String> log;
  private boolean refusing;
  private long seenTotal;
  private long beforeTotal;
  private long beganNanos;
  private long lastNanos;

  /** Creates a log for a server that has refused no visit yet. */
  public RefusalLog(Consumer<String> log) {
    this.log = log;
  }

  /** Returns one that writes to the log of this class, for the connector of this name. */
  public static RefusalLog of(String name) {
    System.Logger log = System.getLogger(RefusalLog.class.getName());
    return new RefusalLog(line -> log.log(System.Logger.Level.INFO, "{0}: {1}", name, line));
  }

  /**
   * Takes the state after an interval.
   *
   * @param refusedTotal new visits refused since the start
   * @param perSecond new visits that the server carries each second
   * @param nowNanos of any monotonic clock
   */
  public void look(long refusedTotal, double perSecond, long nowNanos) {
    if (refusedTotal > seenTotal) {
      if (!refusing) {
        begin(perSecond, nowNanos);
      }
      lastNanos = nowNanos;
      seenTotal = refusedTotal;
    } else if (refusing && nowNanos - lastNanos >= QUIET_NANOS) {
      refusing = false;
      log.accept(
          String.format(
              Locale.ROOT,
              "No new visit was refused for %.0f s. Before, %d were refused in %.1f s.",
              (nowNanos - lastNanos) / NANOS_PER_SECOND,
              seenTotal - beforeTotal,
              (lastNanos - beganNanos) / NANOS_PER_SECOND));
    }
  }

  private void begin(double perSecond, long nowNanos) {
    refusing = true;
    beforeTotal = seenTotal;
    beganNanos = nowNanos;
    String carries =
        perSecond < Double.POSITIVE_INFINITY
            ? String.format(Locale.ROOT, " It carries about %.1f a second.", perSecond)
            : "";
    log.accept(
        "New visits are refused, because the server cannot serve all that arrive."
            + carries
            + " The reasons are under new.refused in /status.");
  }
}

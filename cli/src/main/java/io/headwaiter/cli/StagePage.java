package io.headwaiter.cli;

import io.headwaiter.core.trace.Stage;
import io.headwaiter.core.trace.StageTotals;
import java.util.Arrays;
import java.util.stream.Collectors;

/** What the time of a server's connections went to, as JSON. */
final class StagePage {
  private static final double NANOS_PER_MILLI = 1e6;

  private StagePage() {}

  /**
   * Returns the number of connections that have ended, number and time of their stages, and how
   * long threads waited.
   *
   * @param bytesNanos for bytes
   * @param monitorNanos for a monitor
   */
  static String json(StageTotals totals, long bytesNanos, long monitorNanos) {
    String stages =
        Arrays.stream(Stage.values())
            .map(stage -> stage(stage, totals))
            .collect(Collectors.joining(","));
    String threads =
        "{\"bytesMillis\":%s,\"monitorMillis\":%s}"
            .formatted(millis(bytesNanos), millis(monitorNanos));
    return "{\"connections\":%s,\"stages\":{%s},\"threads\":%s}"
        .formatted(totals.connections(), stages, threads);
  }

  private static String stage(Stage stage, StageTotals totals) {
    return "\"%s\":{\"count\":%s,\"millis\":%s}"
        .formatted(stage.label(), totals.count(stage), millis(totals.nanos(stage)));
  }

  private static double millis(long nanos) {
    return nanos / NANOS_PER_MILLI;
  }
}

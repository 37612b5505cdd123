package io.headwaiter.cli;

import io.headwaiter.core.trace.Stage;
import io.headwaiter.core.trace.StageTotals;
import java.util.Arrays;
import java.util.stream.Collectors;

/** What the time of a server's connections went to, as JSON. */
final class StagePage {
  private static final double NANOS_PER_MILLI = 1e6;

  private StagePage() {}

  /** Returns the number of connections that have ended, and number and time of their stages. */
  static String json(StageTotals totals) {
    String stages =
        Arrays.stream(Stage.values())
            .map(stage -> stage(stage, totals))
            .collect(Collectors.joining(","));
    return "{\"connections\":" + totals.connections() + ",\"stages\":{" + stages + "}}";
  }

  private static String stage(Stage stage, StageTotals totals) {
    double millis = totals.nanos(stage) / NANOS_PER_MILLI;
    return "\"%s\":{\"count\":%s,\"millis\":%s}"
        .formatted(stage.label(), totals.count(stage), millis);
  }
}

package io.headwaiter.lab.model;

import java.util.List;

/** Names of the values that every observation of a shop has, and the metrics that follow. */
public final class Values {
  public static final String WINDOW_SECONDS = "windowSeconds";
  public static final String OFFERED = "offered";
  public static final String CAME_BACK = "cameBack";
  public static final String COMPLETED = "completed";
  public static final String REFUSED = "refused";
  public static final String TIMED_OUT_BEFORE_ENTRY = "timedOutBeforeEntry";
  public static final String BROKEN = "broken";
  public static final String REPLIES = "replies";
  public static final String FULL_HANDSHAKES = "fullHandshakes";
  public static final String RESUMED_HANDSHAKES = "resumedHandshakes";
  public static final String FAILED_HANDSHAKES = "failedHandshakes";
  public static final String RESPONSE_MILLIS_P50 = "responseMillisP50";
  public static final String RESPONSE_MILLIS_P99 = "responseMillisP99";
  public static final String LAG_MILLIS_P99 = "lagMillisP99";
  public static final String GENERATOR_SHARE = "generatorShare";
  public static final String CPU_SECONDS = "cpuSeconds";
  public static final String STOLEN_SHARE = "stolenShare";

  /** Completed visits for each second of the window. */
  public static final Metric COMPLETED_PER_SECOND =
      Metric.higher("completedPerSecond", "visits/s", o -> perSecond(o, COMPLETED));

  /** Completed visits for each CPU second of the server. */
  public static final Metric COMPLETED_PER_CPU_SECOND =
      Metric.higher(
          "completedPerCpuSecond",
          "visits per CPU second",
          o -> o.value(COMPLETED) / o.value(CPU_SECONDS));

  /** Processors that the server kept busy. */
  public static final Metric CORES =
      Metric.higher("cores", "cores", o -> perSecond(o, CPU_SECONDS));

  /** Response time of pages that 1 in 100 exceeds, in ms, from the instant it was due. */
  public static final Metric P99_MILLIS =
      Metric.lower("responseMillisP99", "p99 ms", o -> o.value(RESPONSE_MILLIS_P99));

  /** Visits without a good end. */
  public static final Metric LOST =
      Metric.lower(
          "lost",
          "lost",
          o -> o.value(REFUSED) + o.value(TIMED_OUT_BEFORE_ENTRY) + o.value(BROKEN));

  /** CPU time of the load generator, as a share of its processors. */
  public static final Metric GENERATOR =
      Metric.lower("generatorShare", "generator", o -> o.value(GENERATOR_SHARE));

  /** Columns of experiments that bring servers to their peak. */
  public static final List<Metric> PEAK =
      List.of(COMPLETED_PER_SECOND, COMPLETED_PER_CPU_SECOND, CORES, P99_MILLIS, LOST, GENERATOR);

  private Values() {}

  private static double perSecond(Observation o, String value) {
    return o.value(value) / o.value(WINDOW_SECONDS);
  }
}

package io.headwaiter.lab.model;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Names of the values of a profiled run, over its window, and the metrics that follow from them.
 */
public final class BudgetValues {
  public static final String USER_SECONDS = "userSeconds";
  public static final String SYSTEM_SECONDS = "systemSeconds";
  public static final String CONTEXT_SWITCHES = "contextSwitches";
  public static final String ALLOCATED_BYTES = "allocatedBytes";

  /** Of the CPU time, the part that the profile explains. */
  public static final Metric EXPLAINED =
      Metric.higher("explained", "explained", o -> 1 - o.value(share(StackCost.OTHER)));

  private static final double MICROS = 1e6;
  private static final double BYTES_PER_KIB = 1024;

  private BudgetValues() {}

  /** Returns the name of the part of the samples that were taken in it. */
  public static String share(StackCost cost) {
    return id(cost) + "SampleShare";
  }

  private static String id(StackCost cost) {
    return cost.name().toLowerCase(Locale.ROOT);
  }

  /** Returns the columns: CPU time of a page in all, and of each kind. */
  public static List<Metric> columns() {
    return Stream.concat(
            Stream.of(
                perPage("userMicros", "user µs", USER_SECONDS, MICROS),
                perPage("systemMicros", "system µs", SYSTEM_SECONDS, MICROS),
                perPage("switches", "switches", CONTEXT_SWITCHES, 1),
                perPage("allocatedKib", "allocated KiB", ALLOCATED_BYTES, 1 / BYTES_PER_KIB)),
            Arrays.stream(StackCost.values()).map(BudgetValues::micros))
        .toList();
  }

  private static Metric perPage(String id, String title, String value, double factor) {
    return Metric.lower(id, title, o -> factor * o.value(value) / o.value(Values.REPLIES));
  }

  /** CPU microseconds of a page in one kind of work. */
  private static Metric micros(StackCost cost) {
    return Metric.lower(
        id(cost) + "Micros",
        cost.label() + " µs",
        o -> MICROS * o.value(Values.CPU_SECONDS) * o.value(share(cost)) / o.value(Values.REPLIES));
  }
}

package io.headwaiter.front;

import io.headwaiter.telemetry.MetricsText;
import java.util.Map;

/**
 * Something beside a connector that {@code /status} and {@code /metrics} show too. Asked on the
 * admin thread, so it must not block.
 */
public interface StatusPart {
  /** Its key in {@code /status}; one that is there already is replaced. */
  String name();

  /** What is shown there: nested maps, iterables, numbers, strings. */
  Map<String, Object> page();

  /** Writes its counters. */
  void count(MetricsText metrics);
}

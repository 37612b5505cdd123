package io.headwaiter.telemetry;

import io.headwaiter.core.api.UserApi;
import java.util.Map;

/**
 * A further part of {@code /status} and {@code /metrics}, beside the connector's own. Asked on the
 * admin thread, so it must not block.
 */
@UserApi
public interface StatusPart {
  /** Returns its key in {@code /status}; one that is there already is replaced. */
  String name();

  /** Returns what is shown there: nested maps, iterables, numbers, strings. */
  Map<String, Object> page();

  /** Writes its counters and gauges. */
  void count(MetricsText metrics);
}

package io.headwaiter.front.control;

import io.headwaiter.core.profile.RequestProfile;
import io.headwaiter.core.profile.RequestTotals;
import io.headwaiter.telemetry.FigureTable;
import io.headwaiter.telemetry.FigureTable.Unit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/** The figures of the request profile in {@code /metrics}, by type of request. */
public final class RequestFigures {
  public static final FigureTable<RequestProfile> TABLE = table();

  private RequestFigures() {}

  private static FigureTable<RequestProfile> table() {
    FigureTable<RequestProfile> table = new FigureTable<>();
    table
        .counter("sessions_total", Unit.COUNT, "Sessions that began.")
        .row("", RequestProfile::sessions);
    numbers(table);
    times(table);
    return table;
  }

  private static void numbers(FigureTable<RequestProfile> table) {
    types(table, "requests_total", "Requests that are over.", RequestTotals::count);
    types(
        table,
        "requests_failed_total",
        "Requests that ended with a server error or without an answer.",
        RequestTotals::failed);
    types(
        table,
        "requests_with_connection_total",
        "Requests that had a database connection.",
        RequestTotals::withConnection);
    types(
        table,
        "connection_requests_total",
        "How often requests asked for a database connection.",
        RequestTotals::connectionRequests);
  }

  private static void times(FigureTable<RequestProfile> table) {
    seconds(table, "request_cpu", "Thread CPU time of requests.", RequestTotals::cpuNanos);
    seconds(
        table,
        "request_worker_wait",
        "Time that requests waited for a worker thread.",
        RequestTotals::workerWaitNanos);
    seconds(
        table,
        "request_processing",
        "Time that requests were processed without a connection.",
        RequestTotals::processingNanos);
    seconds(
        table,
        "request_connection_wait",
        "Time that requests waited for a connection.",
        RequestTotals::connectionWaitNanos);
    seconds(
        table,
        "request_connection_hold",
        "Time that requests held a connection.",
        RequestTotals::holdNanos);
    seconds(
        table,
        "request_connection_idle",
        "Part of that in which the connection was kept and not in use.",
        RequestTotals::idleNanos);
  }

  private static void seconds(
      FigureTable<RequestProfile> table,
      String name,
      String meaning,
      Function<RequestTotals, ? extends Number> nanos) {
    types(table, name + "_seconds_total", Unit.NANOS, meaning, nanos);
  }

  private static void types(
      FigureTable<RequestProfile> table,
      String name,
      String meaning,
      Function<RequestTotals, ? extends Number> value) {
    types(table, name, Unit.COUNT, meaning, value);
  }

  private static void types(
      FigureTable<RequestProfile> table,
      String name,
      Unit unit,
      String meaning,
      Function<RequestTotals, ? extends Number> value) {
    table.counter(name, "type", unit, meaning).rows("...", profile -> byType(profile, value));
  }

  private static Map<String, ? extends Number> byType(
      RequestProfile profile, Function<RequestTotals, ? extends Number> value) {
    Map<String, Number> samples = new LinkedHashMap<>();
    profile.types().forEach((type, totals) -> samples.put(type, value.apply(totals)));
    return samples;
  }
}

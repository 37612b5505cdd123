package io.headwaiter.front.status;

import io.headwaiter.core.capacity.MeterSnapshot;
import io.headwaiter.core.capacity.Resource;
import io.headwaiter.core.capacity.ResourceUse;
import io.headwaiter.front.status.ServerFigures.Reading;
import io.headwaiter.telemetry.Column;
import io.headwaiter.telemetry.Column.Merge;
import io.headwaiter.telemetry.FigureTable;
import io.headwaiter.telemetry.FigureTable.Unit;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The figures that are measured once an interval, and that only the history shows. */
final class IntervalFigures {
  /** The column that holds an index into the resources. */
  static final String BOTTLENECK = "bottleneck";

  private static final List<String> RESOURCES =
      Stream.of(Resource.values()).map(Resource::label).toList();

  private IntervalFigures() {}

  static void addTo(FigureTable<Reading> table) {
    cpu(table);
    visits(table);
    queue(table);
    resources(table, Resource.WORKER_THREADS, "workerThreads");
    resources(table, Resource.DATABASE_CONNECTIONS, "databaseConnections");
    table.hiddenGauge(Unit.COUNT, "The scarcest resource, an index into the resources.");
    table
        .row("", s -> RESOURCES.indexOf(s.report().capacity().bottleneck().label()))
        .history(new Column(BOTTLENECK, Merge.LAST, RESOURCES));
  }

  private static void cpu(FigureTable<Reading> table) {
    sum(table, "elapsedMillis", Unit.NANOS, "Length of the interval.", m -> m.elapsedNanos());
    sum(
        table,
        "processCpuMillis",
        Unit.NANOS,
        "CPU time of the process.",
        m -> m.cpu().processNanos());
    sum(
        table,
        "backgroundCpuMillis",
        Unit.NANOS,
        "CPU time of the compiler and the control thread.",
        m -> m.cpu().backgroundNanos());
    sum(
        table,
        "requestCpuMillis",
        Unit.NANOS,
        "CPU time of requests.",
        m -> m.cpu().requestNanos());
    sum(
        table,
        "firstUseCpuMillis",
        Unit.NANOS,
        "CPU time of first uses, from which no cost is learned.",
        m -> m.firstUseCpuNanos());
  }

  private static void visits(FigureTable<Reading> table) {
    sum(table, "newAdmitted", Unit.COUNT, "Visits admitted.", m -> m.connections().newAdmitted());
    sum(
        table,
        "resumedAdmitted",
        Unit.COUNT,
        "Connections of visits under way admitted.",
        m -> m.connections().resumedAdmitted());
    sum(table, "newRefused", Unit.COUNT, "Visits refused.", m -> m.connections().newRefused());
    sum(
        table,
        "returningVisits",
        Unit.COUNT,
        "Visits that began by resuming a session.",
        m -> m.connections().returningVisits());
    sum(
        table,
        "falseResumptions",
        Unit.COUNT,
        "Claims to resume that were admitted and did not hold.",
        m -> m.connections().falseResumptions());
  }

  private static void queue(FigureTable<Reading> table) {
    sum(table, "turns", Unit.COUNT, "Turns, deferred ones too.", m -> m.queue().turns());
    table
        .hiddenGauge(Unit.NANOS, "Mean time that turns had waited for a worker.")
        .row("", s -> s.interval().queue().delayNanosMean())
        .history("turnQueueDelayMillis", Merge.MEAN)
        .hiddenGauge(Unit.NANOS, "Time that the next turn has waited so far.")
        .row("", s -> s.interval().queue().delayNanosHead())
        .history("headQueueDelayMillis", Merge.MAX);
  }

  /** Adds threads or connections that a request holds; unknown where they are not measured. */
  private static void resources(FigureTable<Reading> table, Resource resource, String name) {
    table
        .hiddenGauge(Unit.COUNT, "How many there are, where that is measured.")
        .row("", s -> use(s, resource, ResourceUse::capacity))
        .history(name)
        .hiddenGauge(Unit.COUNT, "How many of them were in use, on average.")
        .row("", s -> use(s, resource, ResourceUse::busyMean))
        .history(name + "Busy", Merge.MEAN)
        .hiddenGauge(Unit.COUNT, "How many requests waited for one.")
        .row("", s -> use(s, resource, ResourceUse::waiting))
        .history(name + "Waiting", Merge.MEAN);
  }

  private static void sum(
      FigureTable<Reading> table,
      String column,
      Unit unit,
      String meaning,
      Function<MeterSnapshot, ? extends Number> value) {
    table
        .hiddenGauge(unit, meaning)
        .row("", s -> value.apply(s.interval()))
        .history(column, Merge.SUM);
  }

  private static @Nullable Number use(
      Reading s, Resource resource, Function<ResourceUse, ? extends Number> value) {
    return s.interval().resources().stream()
        .filter(u -> u.resource() == resource)
        .findFirst()
        .<Number>map(value)
        .orElse(null);
  }
}

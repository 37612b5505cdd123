package io.headwaiter.tuning;

import io.headwaiter.core.pool.model.PoolModel;
import io.headwaiter.core.pool.model.PoolOptimizer;
import io.headwaiter.core.pool.model.SustainableRate;
import io.headwaiter.core.pool.plan.ProfilingSettings;
import io.headwaiter.core.pool.profile.PoolSizes;
import io.headwaiter.load.text.Numbers;
import io.headwaiter.load.text.TextTable;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Describes the rates of sizes other than the best, for people. */
final class OtherSizes {
  private static final int ROWS = 8;

  private final PoolOptimizer optimizer;
  private final ProfilingSettings settings;
  private final SustainableRate best;

  OtherSizes(PoolModel model, ProfilingSettings settings, SustainableRate best) {
    optimizer = new PoolOptimizer(model);
    this.settings = settings;
    this.best = best;
  }

  /** Returns hints, the best threads for some connections, and the best connections for threads. */
  String text() {
    int connectionsMax = Math.min(settings.threadsMax(), settings.connectionsMax());
    return edge()
        + smaller()
        + "%nfor so many connections the best threads%n".formatted()
        + table(1, connectionsMax, best.sizes().connections(), optimizer::bestForConnections)
        + "%nfor so many threads the best connections%n".formatted()
        + table(
            settings.threadsMin(),
            settings.threadsMax(),
            best.sizes().threads(),
            optimizer::bestForThreads);
  }

  private String edge() {
    String most =
        best.sizes().threads() == settings.threadsMax()
            ? "threads"
            : best.sizes().connections() == settings.connectionsMax() ? "connections" : "";
    return most.isEmpty()
        ? ""
        : "these are the most %s that --%s allows; more may carry more%n".formatted(most, most);
  }

  /** Returns the smallest sizes in the band: on a flat surface the best ones depend on chance. */
  private String smaller() {
    return optimizer
        .smallest(best.lowSessionsPerSecond())
        .filter(small -> !small.sizes().equals(best.sizes()))
        .map(
            small ->
                "smallest within that band: %s, predicted: %s sessions/s%n"
                    .formatted(small.sizes(), Numbers.plain(small.sessionsPerSecond())))
        .orElse("");
  }

  private static String table(
      int least, int most, int chosen, IntFunction<Optional<SustainableRate>> rates) {
    TextTable table = new TextTable("threads", "connections", "sessions/s", "low", "high");
    IntStream.concat(IntStream.rangeClosed(1, ROWS).map(i -> most * i / ROWS), IntStream.of(chosen))
        .filter(size -> size >= least)
        .sorted()
        .distinct()
        .mapToObj(rates)
        .flatMap(Optional::stream)
        .forEach(rate -> row(table, rate));
    return table.render();
  }

  private static void row(TextTable table, SustainableRate rate) {
    PoolSizes sizes = rate.sizes();
    table.row(
        Integer.toString(sizes.threads()),
        Integer.toString(sizes.connections()),
        Numbers.plain(rate.sessionsPerSecond()),
        Numbers.plain(rate.lowSessionsPerSecond()),
        Numbers.plain(rate.highSessionsPerSecond()));
  }

  /** Returns how many servers a load needs, by the band's lower end, prediction and upper end. */
  String servers(double sessionsPerSecond) {
    return String.format(
        Locale.ROOT,
        "servers for %s sessions/s: %d by the lower end of the band, %d as predicted, %d by its upper"
            + " end%n",
        Numbers.plain(sessionsPerSecond),
        optimizer.servers(sessionsPerSecond),
        (long) Math.ceil(sessionsPerSecond / best.sessionsPerSecond()),
        (long) Math.ceil(sessionsPerSecond / best.highSessionsPerSecond()));
  }
}

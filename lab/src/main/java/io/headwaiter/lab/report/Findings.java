package io.headwaiter.lab.report;

import static io.headwaiter.lab.report.Numbers.factor;
import static io.headwaiter.lab.report.Numbers.percent;
import static io.headwaiter.lab.report.Numbers.plain;

import io.headwaiter.lab.model.Estimate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Describes the figures in sentences. Only the figures decide which sentence appears, for either
 * server; a difference within the noise is reported as no difference.
 */
public final class Findings {
  private Findings() {}

  /** Returns one sentence per server; for two servers also one for each factor that both had. */
  public static List<String> of(List<RunFigures> runs) {
    List<String> servers = RunCharts.servers(runs);
    List<String> said = new ArrayList<>();
    servers.forEach(server -> held(runs, server).ifPresent(said::add));
    if (servers.size() == 2) {
      runs.stream()
          .map(RunFigures::factor)
          .distinct()
          .sorted()
          .forEach(f -> compared(runs, servers.get(0), servers.get(1), f).ifPresent(said::add));
    }
    return said;
  }

  /**
   * Returns one sentence: the rate that each server completed under the highest load, divided by
   * its own best rate. Servers come in reverse order, so that a baseline, which runs first, comes
   * last.
   *
   * @return empty when no load was above the calibrated 1x
   */
  public static Optional<String> inShort(List<RunFigures> runs) {
    double most = runs.stream().mapToDouble(RunFigures::factor).max().orElse(1);
    List<String> servers = new ArrayList<>(RunCharts.servers(runs));
    Collections.reverse(servers);
    List<String> said = new ArrayList<>();
    for (String server : servers) {
      Optional<RunFigures> last = find(runs, server, most);
      if (last.isPresent()) {
        double kept =
            last.get().ratioTo(best(runs, server), RunFigures::completedPerSecond).value();
        String completed =
            Double.isFinite(kept)
                ? String.format(
                    Locale.ROOT, "%.2f of its %s", kept, said.isEmpty() ? "best" : "own")
                : "nothing at any load";
        said.add(name(server) + " completed " + completed);
      }
    }
    return most > 1 && !said.isEmpty()
        ? Optional.of(
            "At " + plain(most) + " times the load that fits, " + String.join("; ", said) + ".")
        : Optional.empty();
  }

  /** Returns the run of a server with the highest completed rate; the server must have a run. */
  public static RunFigures best(List<RunFigures> runs, String server) {
    return runs.stream()
        .filter(run -> run.server().equals(server))
        .max(Comparator.comparingDouble(Findings::completed))
        .orElseThrow();
  }

  // Double.compare puts NaN above all numbers.
  private static double completed(RunFigures run) {
    return run.completedPerSecond().known() ? run.completedPerSecond().value() : -1;
  }

  private static String name(String server) {
    return switch (server) {
      case "headwaiter" -> "Headwaiter";
      case "stock" -> "the stock server";
      default -> server;
    };
  }

  private static Optional<String> held(List<RunFigures> runs, String server) {
    List<RunFigures> own =
        runs.stream()
            .filter(r -> r.server().equals(server) && r.completedPerSecond().known())
            .sorted(Comparator.comparingDouble(RunFigures::factor))
            .toList();
    if (own.isEmpty()) {
      return Optional.empty();
    }
    RunFigures best = best(own, server);
    RunFigures last = own.get(own.size() - 1);
    double kept = last.ratioTo(best, RunFigures::completedPerSecond).value();
    return Optional.of(
        "%s completed most sessions at %s (%s per second); at %s it completed %s per second, %s of that%s."
            .formatted(
                server,
                factor(best.factor()),
                plain(best.completedPerSecond().value()),
                factor(last.factor()),
                plain(last.completedPerSecond().value()),
                percent(kept),
                verdict(kept)));
  }

  private static String verdict(double kept) {
    if (kept < 0.5) {
      return ": it collapsed";
    }
    return kept < 0.9 ? ": it lost ground" : ": it held";
  }

  private static Optional<String> compared(
      List<RunFigures> runs, String first, String second, double factor) {
    Optional<RunFigures> one = find(runs, first, factor);
    Optional<RunFigures> two = find(runs, second, factor);
    if (one.isEmpty() || two.isEmpty()) {
      return Optional.empty();
    }
    Estimate a = one.get().completedPerSecond();
    Estimate b = two.get().completedPerSecond();
    Estimate more = two.get().differenceTo(one.get(), RunFigures::completedPerSecond);
    String figures =
        " (%s against %s sessions per second)".formatted(plain(b.value()), plain(a.value()));
    String at = "At " + factor(factor) + " ";
    if (!more.isNotZero()) {
      return Optional.of(
          at + second + " and " + first + " do not differ beyond the noise" + figures + ".");
    }
    boolean ahead = more.value() > 0;
    return Optional.of(
        at
            + second
            + " completed "
            + (ahead ? "more than " : "fewer than ")
            + first
            + figures
            + ".");
  }

  private static Optional<RunFigures> find(List<RunFigures> runs, String server, double factor) {
    return runs.stream().filter(r -> r.server().equals(server) && r.factor() == factor).findFirst();
  }
}

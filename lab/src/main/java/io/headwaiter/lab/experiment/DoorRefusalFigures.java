package io.headwaiter.lab.experiment;

import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.model.Estimate;
import io.headwaiter.lab.report.Numbers;
import io.headwaiter.lab.report.TextTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * What the windows of refusals say, for each style beside the bare loop that closes in the same
 * way.
 *
 * @param windows all windows, in the order they were measured
 */
record DoorRefusalFigures(List<RefusalWindow> windows) {
  /** Ways to end a connection, as the option {@code refusalStyle} names them. */
  static final List<String> STYLES = List.of("close", BareLoop.RESET);

  static final double PACED = 4000;

  /** Hellos per second that are sent. */
  static final List<Double> RATES = List.of(PACED, RefusalPlan.FLOOD);

  private static final double MOST_TIMES_BARE = 1.15;
  private static final double LEAST_PER_SECOND = 30_000;

  /** Copies the list. */
  DoorRefusalFigures {
    windows = List.copyOf(windows);
  }

  static String ours(String style) {
    return "headwaiter " + style;
  }

  static String bare(String style) {
    return "bare loop " + style;
  }

  Estimate of(String server, double rate, ToDoubleFunction<RefusalWindow> figure) {
    return Estimate.ofBatches(values(server, rate, figure));
  }

  /** Headwaiter's cost over the bare loop's, window by window. */
  Estimate timesBare(String style, double rate) {
    double[] ours = values(ours(style), rate, RefusalWindow::micros);
    double[] bare = values(bare(style), rate, RefusalWindow::micros);
    double[] ratios = new double[Math.min(ours.length, bare.length)];
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] = ours[i] / bare[i];
    }
    return Estimate.ofBatches(ratios);
  }

  /**
   * Refusals in each second of CPU time in the flood: what the server's core does when it is full.
   */
  Estimate perCpuSecond(String style) {
    return of(ours(style), RefusalPlan.FLOOD, w -> w.refusals() / w.cpuSeconds());
  }

  private static double cores(RefusalWindow window) {
    return window.cpuSeconds() / window.result().seconds();
  }

  List<Check> checks() {
    List<Check> checks = new ArrayList<>();
    for (String style : STYLES) {
      for (double rate : RATES) {
        checks.add(
            Check.atMost(
                "refusal-times-bare-" + style + (rate > 0 ? "" : "-flood"),
                "A refusal by "
                    + style
                    + " costs the server at most 1.15 times what a bare NIO loop pays, user and system"
                    + " CPU, with "
                    + words(rate),
                timesBare(style, rate),
                "times bare",
                MOST_TIMES_BARE));
      }
    }
    for (String style : STYLES) {
      checks.add(
          Check.atLeast(
              "refusals-per-core-" + style,
              "One core with nothing else to do refuses at least 30,000 a second by "
                  + style
                  + " (refusals in each second of the server's CPU time, in a flood)",
              perCpuSecond(style),
              "per second",
              LEAST_PER_SECOND));
    }
    return checks;
  }

  private static String words(double rate) {
    return rate > 0 ? Numbers.plain(rate) + " hellos a second" : "as many hellos as it refuses";
  }

  List<String> notes() {
    List<String> notes = new ArrayList<>();
    notes.add(
        "CPU time is the whole server process's, its idle threads included; on loopback part of the"
            + " network's work is done on the sender's processor.");
    for (String style : STYLES) {
      notes.add(
          "Flood, "
              + style
              + ": "
              + Numbers.withInterval(
                  of(ours(style), RefusalPlan.FLOOD, w -> w.result().refusedPerSecond()))
              + " refused per second while the server used "
              + Numbers.plain(of(ours(style), RefusalPlan.FLOOD, DoorRefusalFigures::cores).value())
              + " of its core and the sender "
              + Numbers.percent(
                  of(ours(style), RefusalPlan.FLOOD, w -> w.result().cpuShare()).value())
              + " of its own; with the sender's core full and the server's not, the sender is the"
              + " bound, and what the server's core could do is 1 over the CPU time of a refusal.");
    }
    long other = windows.stream().mapToLong(RefusalWindow::other).sum();
    if (other > 0) {
      notes.add(other + " hellos were not refused but let in, timed out or not connected.");
    }
    return notes;
  }

  String table() {
    TextTable table =
        new TextTable(
            "style, hellos/s",
            "refused/s",
            "µs per refusal",
            "cores",
            "bare loop µs",
            "times bare");
    for (String style : STYLES) {
      for (double rate : RATES) {
        table.row(
            style + ", " + (rate > 0 ? Numbers.plain(rate) : "all it can"),
            Numbers.plain(of(ours(style), rate, w -> w.result().refusedPerSecond()).value()),
            Numbers.withInterval(of(ours(style), rate, RefusalWindow::micros)),
            Numbers.plain(of(ours(style), rate, DoorRefusalFigures::cores).value()),
            Numbers.withInterval(of(bare(style), rate, RefusalWindow::micros)),
            Numbers.withInterval(timesBare(style, rate)));
      }
    }
    return table.render();
  }

  Map<String, Object> raw() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("windows", windows.stream().map(RefusalWindow::raw).toList());
    return map;
  }

  private double[] values(String server, double rate, ToDoubleFunction<RefusalWindow> figure) {
    return windows.stream()
        .filter(w -> w.server().equals(server) && w.ratePerSecond() == rate)
        .mapToDouble(figure)
        .toArray();
  }
}

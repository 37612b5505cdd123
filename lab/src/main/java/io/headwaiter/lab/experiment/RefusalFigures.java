package io.headwaiter.lab.experiment;

import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.model.Estimate;
import io.headwaiter.lab.report.Numbers;
import io.headwaiter.lab.report.TextTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * What the windows say.
 *
 * @param windows all windows, in the order they were measured
 * @param handshakeMillis CPU time of a full handshake in JSSE
 */
record RefusalFigures(List<RefusalWindow> windows, Estimate handshakeMillis) {
  static final String HEADWAITER = DemoPlan.HEADWAITER;
  static final String BARE = "bare loop";
  private static final List<Double> RATES =
      List.of(RefusalPlan.PACED.get(0), RefusalPlan.PACED.get(1), RefusalPlan.FLOOD);
  static final double MOST_MICROS = 50;
  static final double MOST_PART = 0.025;

  /** Copies the list. */
  RefusalFigures {
    windows = List.copyOf(windows);
  }

  Estimate micros(String server, double rate) {
    return Estimate.ofBatches(values(server, rate, RefusalWindow::micros));
  }

  Estimate refusedPerSecond(String server, double rate) {
    return Estimate.ofBatches(values(server, rate, w -> w.result().refusedPerSecond()));
  }

  /** Headwaiter's cost over the bare loop's, window by window. */
  Estimate timesBare(double rate) {
    double[] ours = values(HEADWAITER, rate, RefusalWindow::micros);
    double[] bare = values(BARE, rate, RefusalWindow::micros);
    double[] ratios = new double[Math.min(ours.length, bare.length)];
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] = ours[i] / bare[i];
    }
    return Estimate.ofBatches(ratios);
  }

  /** The costlier of the two fixed rates; unknown when one of them is. */
  Estimate worst() {
    List<Estimate> paced = RefusalPlan.PACED.stream().map(r -> micros(HEADWAITER, r)).toList();
    return paced.stream().allMatch(Estimate::known)
        ? paced.stream().max(Comparator.comparingDouble(Estimate::value)).orElse(Estimate.UNKNOWN)
        : Estimate.UNKNOWN;
  }

  Estimate partOfHandshake() {
    Estimate handshakeMicros =
        new Estimate(
            1000 * handshakeMillis.value(),
            1000 * handshakeMillis.low(),
            1000 * handshakeMillis.high());
    return worst().dividedBy(handshakeMicros);
  }

  List<Check> checks() {
    return List.of(
        Check.atMost(
            "refusal-micros",
            "A refused connection costs the server at most 50 microseconds of CPU, user and system together",
            worst(),
            "µs",
            MOST_MICROS),
        Check.atMost(
            "refusal-part-of-handshake",
            "A refused connection costs at most 1/40 of a full handshake with JSSE",
            partOfHandshake(),
            "of a handshake",
            MOST_PART));
  }

  List<String> notes() {
    List<String> notes = new ArrayList<>();
    notes.add("The checks take the costlier of the two fixed rates.");
    notes.add(
        "A refusal's CPU time is the whole server process's, its idle threads included; on loopback"
            + " part of the network's work is done on the sender's processor.");
    notes.add(
        "In the flood the replayer used "
            + Numbers.percent(replayerShare())
            + " of its core; near 100 % its own speed is the bound, not the server's.");
    long other = windows.stream().mapToLong(RefusalWindow::other).sum();
    if (other > 0) {
      notes.add(other + " hellos were not refused but let in, timed out or not connected.");
    }
    return notes;
  }

  private double replayerShare() {
    return Arrays.stream(values(HEADWAITER, RefusalPlan.FLOOD, w -> w.result().cpuShare()))
        .average()
        .orElse(Double.NaN);
  }

  String table() {
    TextTable table =
        new TextTable(
            "hellos/s",
            "refused/s",
            "µs per refusal",
            "bare loop refused/s",
            "bare loop µs",
            "times bare");
    for (double rate : RATES) {
      table.row(
          rate > 0 ? Numbers.plain(rate) : "all it can",
          Numbers.plain(refusedPerSecond(HEADWAITER, rate).value()),
          Numbers.withInterval(micros(HEADWAITER, rate)),
          Numbers.plain(refusedPerSecond(BARE, rate).value()),
          Numbers.withInterval(micros(BARE, rate)),
          Numbers.withInterval(timesBare(rate)));
    }
    return table.render()
        + "full handshake "
        + Numbers.withInterval(handshakeMillis)
        + " ms of CPU; a refusal is "
        + Numbers.withInterval(partOfHandshake())
        + " of it\n";
  }

  Map<String, Object> raw() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("handshakeCpuMillis", handshakeMillis);
    map.put("partOfHandshake", partOfHandshake());
    map.put(
        "rates",
        RATES.stream()
            .<Map<String, Object>>map(
                rate -> {
                  Map<String, Object> one = new LinkedHashMap<>();
                  one.put("ratePerSecond", rate);
                  one.put("microsPerRefusal", micros(HEADWAITER, rate));
                  one.put("refusedPerSecond", refusedPerSecond(HEADWAITER, rate));
                  one.put("bareMicrosPerRefusal", micros(BARE, rate));
                  one.put("bareRefusedPerSecond", refusedPerSecond(BARE, rate));
                  one.put("timesBare", timesBare(rate));
                  return one;
                })
            .toList());
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

package io.headwaiter.lab.experiment.governor;

import com.fasterxml.jackson.databind.JsonNode;
import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.model.Estimate;
import io.headwaiter.lab.outcome.ExperimentOutcome;
import io.headwaiter.lab.report.Intervals;
import io.headwaiter.load.text.Numbers;
import io.headwaiter.load.text.TextTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What a profile says of the costs that a server has learned. */
final class CostFigures {
  private static final double BOUND = 0.05;

  /**
   * A usual load with one page, and the costs that the server tells at its end.
   *
   * @param run what was measured
   * @param learned costs in milliseconds by their names in the status
   */
  record Usual(CostProfile.Run run, JsonNode learned) {}

  /**
   * One round of calm runs.
   *
   * @param runs that mix handshakes and requests differently
   * @param usual a longer one for each page, with a usual load
   */
  record Round(List<CostProfile.Run> runs, List<Usual> usual) {
    /** Copies the lists. */
    Round {
      runs = List.copyOf(runs);
      usual = List.copyOf(usual);
    }

    private Stream<CostProfile.Run> all() {
      return Stream.concat(runs.stream(), usual.stream().map(Usual::run));
    }
  }

  /** A cost: its names in the status, and in words. */
  private enum Cost {
    FULL("fullHandshake", "connectionOverhead", "a full handshake"),
    RESUMED("resumedHandshake", "connectionOverhead", "a resumed handshake"),
    REQUEST("request", "requestOverhead", "a request"),
    VISIT("newVisit", "", "a whole visit");

    private final String name;
    private final String overhead;
    private final String words;

    Cost(String name, String overhead, String words) {
      this.name = name;
      this.overhead = overhead;
      this.words = words;
    }

    private double learned(JsonNode status) {
      double beside = overhead.isEmpty() ? 0 : status.path(overhead).asDouble(Double.NaN);
      return status.path(name).asDouble(Double.NaN) + beside;
    }

    private double profiled(CostProfile profile, int page, CostProfile.Run usual) {
      return switch (this) {
        case FULL -> profile.fullMillis();
        case RESUMED -> profile.resumedMillis();
        case REQUEST -> profile.requestMillis().get(page);
        // A visit begins with a full handshake, to the server.
        case VISIT ->
            (usual.cpuMillis() - profile.idleCores() * usual.millis()) / usual.fullHandshakes();
      };
    }
  }

  private final List<Integer> pagesKib;
  private final List<Round> rounds;
  // Of all rounds together, and of each.
  private final CostProfile whole;
  private final List<CostProfile> profiles;
  private final TextTable table =
      new TextTable("page KiB", "cost", "offline ms", "learned ms", "learned of offline");
  private final List<Check> checks = new ArrayList<>();
  private final Map<String, Object> raw = new LinkedHashMap<>();

  private CostFigures(List<Integer> pagesKib, List<Round> rounds) {
    this.pagesKib = pagesKib;
    this.rounds = rounds;
    this.whole = CostProfile.of(rounds.stream().flatMap(Round::all).toList());
    this.profiles = rounds.stream().map(round -> CostProfile.of(round.all().toList())).toList();
  }

  /**
   * What is to be said of these rounds.
   *
   * @param pagesKib additional work of each page, in the order of the rounds' pages
   * @param before notes that come first
   */
  static ExperimentOutcome outcome(
      List<Integer> pagesKib, List<Round> rounds, List<String> before) {
    CostFigures figures = new CostFigures(pagesKib, rounds);
    figures.raw.put("runs", rounds.stream().flatMap(Round::all).map(CostFigures::raw).toList());
    figures.raw.put("idleCores", figures.whole.idleCores());
    for (int page = 0; page < pagesKib.size(); page++) {
      for (Cost cost : Cost.values()) {
        figures.add(cost, page);
      }
    }
    List<String> notes = new ArrayList<>(before);
    notes.add(
        "Offline is the whole process's CPU time, collector and pollers among it, the compiler"
            + " not, fitted to counts of handshakes and requests over all runs, and "
            + Numbers.percent(figures.whole.idleCores())
            + " of a core that it uses when idle; handshakes are with what else their connections"
            + " take; a visit is all that a run took over its full handshakes, and those under way"
            + " at its end, some 1 in 30, are cut off.");
    return new ExperimentOutcome(figures.table.render(), figures.checks, notes, figures.raw);
  }

  private void add(Cost cost, int page) {
    Estimate offline = Estimate.around(profiled(cost, page), byRound(i -> profiled(cost, page, i)));
    Estimate learned =
        Estimate.ofBatches(byRound(i -> cost.learned(rounds.get(i).usual().get(page).learned())));
    Estimate ratio = learned.dividedBy(offline);
    int kib = pagesKib.get(page);
    table.row(
        Integer.toString(kib),
        cost.words,
        Intervals.text(offline),
        Intervals.text(learned),
        Intervals.text(ratio));
    raw.put(cost.name + "Offline" + kib + "KibMillis", offline);
    raw.put(cost.name + "Learned" + kib + "KibMillis", learned);
    checks.add(check(cost, kib, ratio));
  }

  /** The interval lies evenly about its value: the bound on that side is broken first. */
  private static Check check(Cost cost, int kib, Estimate ratio) {
    boolean above = !(ratio.value() < 1);
    return new Check(
        "cost-" + cost.name + "-" + kib,
        "After 30 s the learned CPU time of "
            + cost.words
            + " is within 5 % of an offline profile, pages of "
            + kib
            + " KiB",
        ratio,
        "of the profile",
        above ? 1 + BOUND : 1 - BOUND,
        /* atLeast= */ !above);
  }

  /** A visit's is the mean of the rounds, all else from all runs together. */
  private double profiled(Cost cost, int page) {
    return cost == Cost.VISIT
        ? Estimate.ofBatches(byRound(i -> profiled(cost, page, i))).value()
        : cost.profiled(whole, page, /* usual= */ null);
  }

  private double profiled(Cost cost, int page, int round) {
    // What an idle server uses is told by all rounds together.
    CostProfile profile = cost == Cost.VISIT ? whole : profiles.get(round);
    return cost.profiled(profile, page, rounds.get(round).usual().get(page).run());
  }

  private double[] byRound(IntToDoubleFunction figure) {
    return IntStream.range(0, rounds.size()).mapToDouble(figure).toArray();
  }

  private static Map<String, Object> raw(CostProfile.Run run) {
    return Map.of(
        "page",
        run.page(),
        "fullHandshakes",
        run.fullHandshakes(),
        "resumedHandshakes",
        run.resumedHandshakes(),
        "requests",
        run.requests(),
        "millis",
        run.millis(),
        "cpuMillis",
        run.cpuMillis());
  }
}

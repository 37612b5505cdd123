package io.headwaiter.lab.experiment;

import com.fasterxml.jackson.databind.JsonNode;
import io.headwaiter.lab.report.Check;
import io.headwaiter.lab.report.Estimate;
import io.headwaiter.lab.report.Numbers;
import io.headwaiter.lab.report.TextTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** What a profile says of the costs that a server has learned. */
final class CostFigures {
  private static final double BOUND = 0.05;

  /**
   * One round of calm runs.
   *
   * @param runs that mix handshakes and requests differently
   * @param usual a longer one with a usual load
   * @param learned the costs that the server tells at its end
   */
  record Round(List<CostProfile.Run> runs, CostProfile.Run usual, JsonNode learned) {
    /** Copies the list. */
    Round {
      runs = List.copyOf(runs);
    }

    CostProfile profile() {
      return CostProfile.of(all());
    }

    private List<CostProfile.Run> all() {
      List<CostProfile.Run> all = new ArrayList<>(runs);
      all.add(usual);
      return all;
    }

    double visitMillis() {
      return usual.cpuMillis() / usual.requests() * DemoExperiment.REQUESTS_PER_VISIT;
    }
  }

  /** A cost: its names in the status, in words, and where the profile of a round has it. */
  private record Cost(
      String name, String overhead, String words, ToDoubleFunction<Round> profiled) {
    double learned(Round round) {
      double beside = overhead.isEmpty() ? 0 : round.learned().path(overhead).asDouble(Double.NaN);
      return round.learned().path(name).asDouble(Double.NaN) + beside;
    }

    /** Over all rounds; a visit's and a request's by round, a handshake's from all runs. */
    double profiled(List<Round> rounds) {
      CostProfile all =
          CostProfile.of(rounds.stream().flatMap(round -> round.all().stream()).toList());
      return switch (name) {
        case FULL -> all.fullMillis();
        case RESUMED -> all.resumedMillis();
        default -> rounds.stream().mapToDouble(profiled).average().orElse(Double.NaN);
      };
    }
  }

  private static final String FULL = "fullHandshake";
  private static final String RESUMED = "resumedHandshake";
  private static final String CONNECTION = "connectionOverhead";
  private static final String REQUEST = "requestOverhead";

  private static final List<Cost> COSTS =
      List.of(
          new Cost(FULL, CONNECTION, "a full handshake", r -> r.profile().fullMillis()),
          new Cost(
              "resumedHandshake",
              CONNECTION,
              "a resumed handshake",
              r -> r.profile().resumedMillis()),
          new Cost("request", REQUEST, "a request", r -> r.profile().requestMillis()),
          new Cost("newVisit", "", "a whole visit", Round::visitMillis));

  private CostFigures() {}

  static ExperimentOutcome outcome(List<Round> rounds, double idleCores, List<String> before) {
    TextTable table = new TextTable("cost", "offline ms", "learned ms", "learned of offline");
    List<Check> checks = new ArrayList<>();
    Map<String, Object> raw = new LinkedHashMap<>();
    raw.put("idleCores", idleCores);
    raw.put("runs", rounds.stream().flatMap(r -> r.all().stream()).map(CostFigures::raw).toList());
    for (Cost cost : COSTS) {
      Estimate offline =
          Estimate.around(
              cost.profiled(rounds), rounds.stream().mapToDouble(cost.profiled()).toArray());
      Estimate learned = Estimate.ofBatches(rounds.stream().mapToDouble(cost::learned).toArray());
      double ratio = learned.value() / offline.value();
      table.row(
          cost.words(),
          Numbers.withInterval(offline),
          Numbers.withInterval(learned),
          Numbers.plain(ratio));
      raw.put(cost.name() + "OfflineMillis", offline);
      raw.put(cost.name() + "LearnedMillis", learned);
      checks.add(
          Check.atMost(
              "cost-" + cost.name(),
              "After 30 s the learned CPU time of "
                  + cost.words()
                  + " is within 5 % of an offline profile",
              Estimate.of(Math.abs(ratio - 1)),
              "off, as a part of it",
              BOUND));
    }
    List<String> notes = new ArrayList<>(before);
    notes.add(
        "Offline is the whole process's CPU time over counts, collector and pollers among it, the"
            + " compiler not, less "
            + Numbers.percent(idleCores)
            + " of a core that it uses when idle; handshakes are with what else their connections"
            + " take; a visit has "
            + DemoExperiment.REQUESTS_PER_VISIT
            + " requests in the mean.");
    return new ExperimentOutcome(table.render(), checks, notes, raw);
  }

  private static Map<String, Object> raw(CostProfile.Run run) {
    return Map.of(
        "fullHandshakes",
        run.fullHandshakes(),
        "resumedHandshakes",
        run.resumedHandshakes(),
        "requests",
        run.requests(),
        "cpuMillis",
        run.cpuMillis());
  }
}

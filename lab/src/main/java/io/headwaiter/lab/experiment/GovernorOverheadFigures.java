package io.headwaiter.lab.experiment;

import com.fasterxml.jackson.databind.JsonNode;
import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.model.Estimate;
import io.headwaiter.lab.report.Numbers;
import io.headwaiter.lab.report.TextTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What meters and controller cost. */
final class GovernorOverheadFigures {
  // Methods of the microbenchmarks.
  static final String CONTROL_STEP = "controlStep";
  static final String SAMPLE_SUPPLY = "sampleSupply";
  static final String LOOK_AT_THREADS = "lookAtJvmThreads";
  static final String TURN = "turn";
  static final String REQUEST_TYPE = "requestType";

  // As the meters do it; what they do not tell is taken from above.
  private static final double SUPPLY_SAMPLES_PER_SECOND = 20;
  private static final double LOOKS_PER_SECOND = 1;
  private static final double TURNS_PER_REQUEST = 3;
  private static final double TURNS_PER_HANDSHAKE = 3;

  private static final double MOST = 0.01;

  private GovernorOverheadFigures() {}

  /** How often each is called, from two readings of the status. */
  static Map<String, Double> callsPerSecond(JsonNode before, JsonNode after, double seconds) {
    Map<String, Double> calls = new LinkedHashMap<>();
    calls.put(
        CONTROL_STEP, grown(before.path("interval"), after.path("interval"), "sequence") / seconds);
    double requests = grown(before, after, "requests") / seconds;
    JsonNode from = before.path("handshakes");
    JsonNode to = after.path("handshakes");
    double handshakes = (grown(from, to, "full") + grown(from, to, "resumed")) / seconds;
    calls.put(SAMPLE_SUPPLY, SUPPLY_SAMPLES_PER_SECOND);
    calls.put(LOOK_AT_THREADS, LOOKS_PER_SECOND);
    calls.put(REQUEST_TYPE, requests);
    calls.put(TURN, TURNS_PER_REQUEST * requests + TURNS_PER_HANDSHAKE * handshakes);
    return calls;
  }

  private static double grown(JsonNode before, JsonNode after, String name) {
    return after.path(name).asDouble(Double.NaN) - before.path(name).asDouble(Double.NaN);
  }

  /**
   * Cores that the methods take, {@code sum of calls a second * seconds a call}; NaN where one is
   * not known.
   *
   * <p>Worked: 100 steps a second at 5 µs and 500 requests a second at 0.2 µs take 0.0006 cores.
   */
  static double cores(Map<String, Double> nanosPerCall, Map<String, Double> callsPerSecond) {
    double cores = 0;
    for (Map.Entry<String, Double> call : callsPerSecond.entrySet()) {
      cores += nanosPerCall.getOrDefault(call.getKey(), Double.NaN) * call.getValue() / 1e9;
    }
    return cores;
  }

  static ExperimentOutcome outcome(
      OverheadExperiment.Measured measured,
      GovernorOverhead.ControlCost control,
      MicroBenchmark micro,
      List<String> before) {
    OverheadFigures pairs = new OverheadFigures(measured.pairs());
    Estimate ratio = pairs.perSession();
    List<Check> checks = new ArrayList<>();
    checks.add(
        Check.atMost(
            "governor-half-load",
            "At half load no difference is measured between the governor and an open gate: the"
                + " lower end of the interval of the CPU per session is at most 1",
            Estimate.of(ratio.hasInterval() ? ratio.low() : Double.NaN),
            "of that with an open gate",
            1));
    checks.add(
        Check.atMost(
            "control-thread",
            "At half load the control thread, which samples the meters and runs the controller,"
                + " takes under 1 % of a processor",
            Estimate.of(control.threadCores()),
            "of a processor",
            MOST));
    List<String> notes = new ArrayList<>(before);
    Map<String, Object> raw = new LinkedHashMap<>();
    if (micro.nanosPerCall().isEmpty()) {
      notes.add(micro.note());
    } else {
      double cores = cores(micro.nanosPerCall(), control.callsPerSecond());
      checks.add(
          Check.atMost(
              "governor-micro",
              "Meters and controller take under 1 % of a processor, by microbenchmark times calls",
              Estimate.of(cores),
              "of a processor",
              MOST));
      raw.put("nanosPerCall", micro.nanosPerCall());
      raw.put("microCores", cores);
    }
    notes.add(
        "CPU per session with the governor, of that with an open gate: "
            + Numbers.withInterval(ratio)
            + ".");
    raw.put("ratioPerSession", ratio);
    raw.put("ratioPerReply", pairs.perReply());
    raw.put("sessionsPerSecond", measured.ratePerSecond());
    raw.put("controlThreadCores", control.threadCores());
    raw.put("processCores", control.processCores());
    raw.put("callsPerSecond", control.callsPerSecond());
    return new ExperimentOutcome(table(measured, control), checks, notes, raw);
  }

  private static String table(
      OverheadExperiment.Measured measured, GovernorOverhead.ControlCost control) {
    TextTable table = new TextTable("pair", "off ms/session", "on ms/session", "ratio");
    for (int i = 0; i < measured.pairs().size(); i++) {
      OverheadFigures.Pair pair = measured.pairs().get(i);
      table.row(
          Integer.toString(i + 1),
          Numbers.plain(pair.stock().millisPerSession()),
          Numbers.plain(pair.headwaiter().millisPerSession()),
          Numbers.plain(pair.perSession()));
    }
    return table.render()
        + "the control thread takes %s of a processor, the whole process %s%n"
            .formatted(
                Numbers.percent(control.threadCores()), Numbers.percent(control.processCores()));
  }
}

package io.headwaiter.lab.experiment.governor;

import static io.headwaiter.lab.model.ServerSpec.HEADWAITER;

import com.fasterxml.jackson.databind.JsonNode;
import io.headwaiter.lab.bench.ExperimentSetting;
import io.headwaiter.lab.bench.MicroBenchmark;
import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.model.Estimate;
import io.headwaiter.lab.model.LoadSpec;
import io.headwaiter.lab.model.ShopSpec;
import io.headwaiter.lab.outcome.ExperimentOutcome;
import io.headwaiter.lab.outcome.ExperimentPart;
import io.headwaiter.lab.server.ServerProcess;
import io.headwaiter.lab.server.StatusReader;
import io.headwaiter.lab.study.Visits;
import io.headwaiter.load.LoadGenerator;
import io.headwaiter.load.LoadOptions;
import io.headwaiter.load.text.Numbers;
import io.headwaiter.load.text.TextTable;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What meters and controller cost by microbenchmark: the time of each of their methods, times how
 * often a server under a moderate load calls it. Belongs to one thread.
 */
public final class GovernorMicro implements ExperimentPart {
  public static final String NAME = "micro";

  // Methods of the microbenchmarks.
  private static final String CONTROL_STEP = "controlStep";
  private static final String SAMPLE_SUPPLY = "sampleSupply";
  private static final String LOOK_AT_THREADS = "lookAtJvmThreads";
  private static final String TURN = "turn";
  private static final String REQUEST_TYPE = "requestType";
  // As the meters do it; what they do not tell is taken from above.
  private static final double SUPPLY_SAMPLES_PER_SECOND = 20;
  private static final double LOOKS_PER_SECOND = 1;
  private static final double TURNS_PER_REQUEST = 3;
  private static final double TURNS_PER_HANDSHAKE = 3;
  private static final double CORES_MAX = 0.01;
  private static final double VISITS_PER_SECOND = 25;

  private final ExperimentSetting setting;
  private final Duration look;
  private final Path benchmarks;
  private final int microSeconds;

  /**
   * @param look how long the server is watched
   * @param benchmarks where JMH's jar is, if it was built
   * @param microSeconds at most for the microbenchmarks; 0 leaves them out
   */
  public GovernorMicro(
      ExperimentSetting setting, Duration look, Path benchmarks, int microSeconds) {
    this.setting = setting;
    this.look = look;
    this.benchmarks = benchmarks;
    this.microSeconds = microSeconds;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Duration longest() {
    return look.multipliedBy(2).plusSeconds(microSeconds);
  }

  @Override
  public ExperimentOutcome run() throws IOException, InterruptedException {
    Map<String, Double> calls = watch();
    MicroBenchmark micro =
        microSeconds == 0
            ? MicroBenchmark.notRun("The microbenchmark was left out.")
            : MicroBenchmark.run(
                benchmarks, setting.folder(), MicroBenchmark.GOVERNOR, microSeconds);
    return outcome(calls, micro);
  }

  private Map<String, Double> watch() throws IOException, InterruptedException {
    Customers customers = setting.customers().hasty();
    LoadSpec visits =
        LoadSpec.of("moderate", Visits.browsing(customers).withRatePerSecond(VISITS_PER_SECOND));
    try (ServerProcess server =
            setting.start(HEADWAITER, "micro", ShopSpec.of(customers), List.of(), "--tls", "jsse");
        LoadGenerator generator = new LoadGenerator(visits.visits().orElseThrow())) {
      URI admin = server.requireAdmin();
      LoadOptions load =
          visits.at(server.target(), customers.seed(), Duration.ZERO, look, Double.NaN);
      setting.progress().step("watching how often the governor is called");
      generator.run(load, setting.progress()::load);
      JsonNode before = StatusReader.status(admin);
      long start = System.nanoTime();
      generator.run(load, setting.progress()::load);
      return callsPerSecond(before, StatusReader.status(admin), (System.nanoTime() - start) / 1e9);
    }
  }

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
  public static double cores(Map<String, Double> nanosPerCall, Map<String, Double> callsPerSecond) {
    double cores = 0;
    for (Map.Entry<String, Double> call : callsPerSecond.entrySet()) {
      cores += nanosPerCall.getOrDefault(call.getKey(), Double.NaN) * call.getValue() / 1e9;
    }
    return cores;
  }

  public static ExperimentOutcome outcome(Map<String, Double> calls, MicroBenchmark micro) {
    Map<String, Object> raw = new LinkedHashMap<>();
    raw.put("callsPerSecond", calls);
    TextTable table = new TextTable("method", "calls per second", "ns per call");
    calls.forEach(
        (method, perSecond) ->
            table.row(
                method,
                Numbers.plain(perSecond),
                Numbers.plain(micro.nanosPerCall().getOrDefault(method, Double.NaN))));
    if (micro.nanosPerCall().isEmpty()) {
      return new ExperimentOutcome(table.render(), List.of(), List.of(micro.note()), raw);
    }
    double cores = cores(micro.nanosPerCall(), calls);
    raw.put("nanosPerCall", micro.nanosPerCall());
    raw.put("microCores", cores);
    Check check =
        Check.atMost(
            "governor-micro",
            "Meters and controller take under 1 % of a processor, by microbenchmark times calls",
            Estimate.of(cores),
            "of a processor",
            CORES_MAX);
    return new ExperimentOutcome(table.render(), List.of(check), List.of(), raw);
  }
}

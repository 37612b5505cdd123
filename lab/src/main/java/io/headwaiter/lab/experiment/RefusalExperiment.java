package io.headwaiter.lab.experiment;

import static io.headwaiter.lab.experiment.DemoPlan.HEADWAITER;

import io.headwaiter.lab.load.HelloClaim;
import io.headwaiter.lab.load.RawHelloReplayer;
import io.headwaiter.lab.load.ReplayOptions;
import io.headwaiter.lab.report.Estimate;
import io.headwaiter.lab.report.Numbers;
import io.headwaiter.lab.results.ReplayResult;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a refusal costs the server: Headwaiter with a budget of nothing, beside the least that a
 * server can do, and beside a full handshake. Both refusing servers run all the time on the same
 * processor and are measured in turns. Belongs to one thread.
 */
final class RefusalExperiment {
  // Enough to keep going while a few wait a second for their SYN to be sent again.
  private static final int CONCURRENCY = 128;
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final ExperimentSetting setting;
  private final RefusalPlan plan;
  private final ProgressLine progress;

  RefusalExperiment(ExperimentSetting setting, RefusalPlan plan) {
    this.setting = setting;
    this.plan = plan;
    this.progress = setting.progress();
  }

  ExperimentOutcome run() throws IOException, InterruptedException {
    List<RefusalWindow> windows = refusals();
    Estimate handshake = new HandshakeCost(setting, plan).millis();
    RefusalFigures figures = new RefusalFigures(windows, handshake);
    Map<String, Object> raw = new LinkedHashMap<>();
    raw.put("windowSeconds", plan.window().toMillis() / 1000.0);
    raw.putAll(figures.raw());
    return new ExperimentOutcome(figures.table(), figures.checks(), figures.notes(), raw);
  }

  private List<RefusalWindow> refusals() throws IOException, InterruptedException {
    // N(k) of the formula is 0: a new visit costs more than an interval has
    String[] noBudget =
        RefusalPlan.smallShop(
            "--admission",
            "formula",
            "--formula-new-millis",
            "60000",
            "--formula-resumed-millis",
            "0");
    try (ServerProcess ours =
            setting.start(
                HEADWAITER,
                "headwaiter-refusing",
                RefusalPlan.light(setting.customers()),
                noBudget);
        ServerProcess bare =
            setting.launch("bare-loop", ServerJvm.command(BareLoop.class.getName()))) {
      Map<String, ServerProcess> servers = new LinkedHashMap<>();
      servers.put(RefusalFigures.HEADWAITER, ours);
      servers.put(RefusalFigures.BARE, bare);
      warmUp(servers);
      return measure(servers);
    }
  }

  /** Paced: a flood would leave its closed connections to be cleared away in the windows. */
  private void warmUp(Map<String, ServerProcess> servers) throws IOException {
    for (Map.Entry<String, ServerProcess> server : servers.entrySet()) {
      progress.step("warming up " + server.getKey());
      replay(server.getValue(), RefusalPlan.WARM_UP_RATE, plan.warmUp());
    }
  }

  /** The paced rates first, in turns, and the floods after them. */
  private List<RefusalWindow> measure(Map<String, ServerProcess> servers)
      throws IOException, InterruptedException {
    List<RefusalWindow> windows = new ArrayList<>();
    for (List<Double> rates : List.of(RefusalPlan.PACED, List.of(RefusalPlan.FLOOD))) {
      for (int i = 0; i < plan.windows(); i++) {
        for (double rate : rates) {
          for (Map.Entry<String, ServerProcess> server : servers.entrySet()) {
            windows.add(window(server.getKey(), server.getValue(), rate));
            progress.step(words(windows.get(windows.size() - 1)));
            Idleness.await(server.getValue(), plan.window());
          }
        }
      }
    }
    return windows;
  }

  private static String words(RefusalWindow window) {
    return "%s: %s refused per second, %s µs each"
        .formatted(
            window.server(),
            Numbers.plain(window.result().refusedPerSecond()),
            Numbers.plain(window.micros()));
  }

  private RefusalWindow window(String name, ServerProcess server, double rate) throws IOException {
    TaskClock clock = TaskClock.of(server.pid());
    double before = clock.seconds();
    ReplayResult result = replay(server, rate, plan.window());
    return new RefusalWindow(name, rate, clock.seconds() - before, result);
  }

  private static ReplayResult replay(ServerProcess server, double rate, Duration duration)
      throws IOException {
    URI target = server.target();
    InetSocketAddress address = new InetSocketAddress(target.getHost(), target.getPort());
    ReplayOptions options =
        new ReplayOptions(
            address,
            "localhost",
            HelloClaim.NONE,
            CONCURRENCY,
            rate,
            0,
            duration,
            PATIENCE,
            SourceAddresses.countForFlood(),
            1);
    return new RawHelloReplayer(options).run();
  }
}

package io.headwaiter.lab.experiment;

import static io.headwaiter.lab.experiment.DemoPlan.HEADWAITER;

import io.headwaiter.lab.model.Estimate;
import java.io.IOException;
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
    String[] noBudget = RefusalPlan.refusingShop();
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

  private void warmUp(Map<String, ServerProcess> servers) throws IOException {
    for (Map.Entry<String, ServerProcess> server : servers.entrySet()) {
      progress.step("warming up " + server.getKey());
      RefusalProbe.warmUp(server.getValue(), plan.warmUp());
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
            windows.add(
                RefusalProbe.window(
                    server.getKey(), server.getValue(), rate, plan.window(), progress));
          }
        }
      }
    }
    return windows;
  }
}

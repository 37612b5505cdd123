package io.headwaiter.lab.experiment;

import static io.headwaiter.lab.experiment.DemoPlan.HEADWAITER;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * CPU time of a refusal beside a bare NIO loop's, for an orderly close and for a reset. All four
 * servers run all the time on the same processor and are measured in turns. Belongs to one thread.
 */
final class DoorRefusals implements ExperimentPart {
  static final String NAME = "refusal";

  private static final int SERVERS = 4;

  /**
   * How it is measured.
   *
   * @param warmUp raw hellos for each server
   * @param windows windows for each rate and server
   * @param window length of one
   */
  record Plan(Duration warmUp, int windows, Duration window) {}

  private final ExperimentSetting setting;
  private final Plan plan;

  DoorRefusals(ExperimentSetting setting, Plan plan) {
    this.setting = setting;
    this.plan = plan;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Duration longest() {
    long windows = (long) plan.windows() * DoorRefusalFigures.RATES.size();
    // a window, and at most as long until the server is idle
    return plan.warmUp().plus(plan.window().multipliedBy(2 * windows)).multipliedBy(SERVERS);
  }

  @Override
  public ExperimentOutcome run() throws IOException, InterruptedException {
    Map<String, ServerProcess> servers = new LinkedHashMap<>();
    try {
      for (String style : DoorRefusalFigures.STYLES) {
        servers.put(DoorRefusalFigures.ours(style), ours(style));
        servers.put(DoorRefusalFigures.bare(style), bare(style));
      }
      DoorRefusalFigures figures = new DoorRefusalFigures(measure(servers));
      return new ExperimentOutcome(
          figures.table(), figures.checks(), figures.notes(), figures.raw());
    } finally {
      servers.values().forEach(ServerProcess::close);
    }
  }

  private ServerProcess ours(String style) throws IOException, InterruptedException {
    return setting.start(
        HEADWAITER,
        "refusal-headwaiter-" + style,
        RefusalPlan.light(setting.customers()),
        RefusalPlan.refusingShop("--refusal-style", style));
  }

  private ServerProcess bare(String style) throws IOException, InterruptedException {
    return setting.launch(
        "refusal-bare-" + style, ServerJvm.command(BareLoop.class.getName(), style));
  }

  /** The paced rate first, in turns, and the floods after it. */
  private List<RefusalWindow> measure(Map<String, ServerProcess> servers)
      throws IOException, InterruptedException {
    for (Map.Entry<String, ServerProcess> server : servers.entrySet()) {
      setting.progress().step("warming up " + server.getKey());
      RefusalProbe.warmUp(server.getValue(), plan.warmUp());
    }
    List<RefusalWindow> windows = new ArrayList<>();
    for (double rate : DoorRefusalFigures.RATES) {
      for (int i = 0; i < plan.windows(); i++) {
        for (Map.Entry<String, ServerProcess> server : servers.entrySet()) {
          windows.add(
              RefusalProbe.window(
                  server.getKey(), server.getValue(), rate, plan.window(), setting.progress()));
        }
      }
    }
    return windows;
  }
}

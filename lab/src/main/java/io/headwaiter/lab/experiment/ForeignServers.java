package io.headwaiter.lab.experiment;

import io.headwaiter.lab.model.ServerSpec;
import io.headwaiter.load.text.Numbers;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Servers that are started and warmed up when they are first asked for, and all have the same work
 * in their pages. Belongs to one thread.
 */
final class ForeignServers implements AutoCloseable {
  /** Headwaiter that lets everybody in. */
  static final String OPEN = "headwaiter, gate open";

  // Enough to fill a processor with pages of 2 ms; who is refused comes back after a second.
  private static final int WARM_UP_CLIENTS = 150;
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final ExperimentSetting setting;
  private final ForeignPlan plan;
  private final LoadDriver driver;
  private final List<String> notes;
  private final Map<String, ServerProcess> running = new LinkedHashMap<>();
  private int pageKib;

  /**
   * @param notes takes what the reader has to know
   */
  ForeignServers(
      ExperimentSetting setting, ForeignPlan plan, LoadDriver driver, List<String> notes) {
    this.setting = setting;
    this.plan = plan;
    this.driver = driver;
    this.notes = notes;
    this.pageKib = plan.demo().customers().pageWorkKib();
  }

  /** Name of a Headwaiter with a delay target of its own. */
  static String withTarget(double millis) {
    return "headwaiter, " + Numbers.plain(millis) + " ms";
  }

  /** Lets every page do this work from now on. */
  void pageWork(int kib) throws IOException {
    pageKib = kib;
    for (ServerProcess process : running.values()) {
      ShopControl.of(process).set(ShopControl.PAGE_WORK_KIB, kib);
    }
  }

  /** The process of that name, warm. */
  ServerProcess process(String name) throws IOException, InterruptedException {
    ServerProcess known = running.get(name);
    if (known != null) {
      return known;
    }
    List<String> arguments = new ArrayList<>(ShopControl.arguments());
    boolean stock = name.equals(ServerSpec.STOCK);
    if (!stock) { // the same engines: what differs is who comes in
      arguments.addAll(List.of("--tls", "jsse"));
    }
    if (name.equals(OPEN)) {
      arguments.addAll(List.of("--admission", "off"));
    } else if (!stock && !name.equals(ServerSpec.HEADWAITER)) {
      String millis = name.replaceAll("\\D", "");
      arguments.addAll(List.of("--queue-delay-target-millis", millis));
    }
    ServerProcess process =
        setting.start(
            stock ? ServerSpec.STOCK : ServerSpec.HEADWAITER,
            "foreign-" + name.replaceAll("\\W+", "-"),
            plan.demo(),
            arguments.toArray(String[]::new));
    running.put(name, process);
    warmUp(contender(name));
    ShopControl.of(process).set(ShopControl.PAGE_WORK_KIB, pageKib);
    return process;
  }

  /** The same as a contender. */
  Contender contender(String name) throws IOException, InterruptedException {
    return Contender.of(name, setting.pinning(), process(name));
  }

  private void warmUp(Contender contender) throws IOException, InterruptedException {
    TrialTiming timing = plan.demo().timing();
    List<ForeignCrowd> crowds =
        plan.cells().stream().map(ForeignPlan.Cell::crowd).distinct().toList();
    // All crowds in turns while it compiles; then one, until a reply costs the same each time.
    new PeakWarmUp(driver, setting.progress(), notes)
        .run(
            contender,
            window ->
                crowds
                    .get(window < timing.compileWindows() ? window % crowds.size() : 0)
                    .load(contender.target(), PATIENCE, Duration.ZERO, timing.warmUpWindow())
                    .seed(window)
                    .closedPopulation(WARM_UP_CLIENTS)
                    .build(),
            timing.compileWindows(),
            timing.maxWarmUpWindows(),
            timing.settle());
  }

  @Override
  public void close() {
    running.values().forEach(ServerProcess::close);
    running.clear();
  }
}

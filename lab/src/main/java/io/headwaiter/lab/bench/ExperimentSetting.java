package io.headwaiter.lab.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.headwaiter.lab.host.CpuList;
import io.headwaiter.lab.host.Pinning;
import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.model.Provenance;
import io.headwaiter.lab.model.ShopSpec;
import io.headwaiter.lab.outcome.ProgressLine;
import io.headwaiter.lab.server.Keystore;
import io.headwaiter.lab.server.ServerProcess;
import io.headwaiter.lab.server.ServerTemplate;
import io.headwaiter.lab.server.StatusReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Where an experiment takes place.
 *
 * @param customers who comes, to the shop as it is when nothing else is said
 * @param serve program and arguments up to and with the {@code serve} command
 * @param keystore the certificate of all servers
 * @param pinning which processors the servers get
 * @param folder where logs go
 * @param progress shows the steps
 * @param origin where its figures come from; each observation has its own date and seed
 * @param rounds of declared experiments before the first look at their claims; 0 for as many as
 *     they declare
 */
public record ExperimentSetting(
    Customers customers,
    List<String> serve,
    Keystore keystore,
    Pinning pinning,
    Path folder,
    ProgressLine progress,
    Provenance origin,
    int rounds) {
  private static final Duration HISTORY_MARGIN = Duration.ofSeconds(5);
  private static final Duration START_PATIENCE = Duration.ofSeconds(60);

  /**
   * Starts a shop.
   *
   * @param name which server
   * @param label names its log
   * @param plan whose keep-alive and page work it has
   * @param more further arguments of the command
   */
  public ServerProcess start(String name, String label, TrialPlan plan, String... more)
      throws IOException, InterruptedException {
    return start(name, label, plan, List.of(), more);
  }

  /**
   * The same with further flags of its JVM.
   *
   * @param jvmFlags come before all others
   */
  public ServerProcess start(
      String name, String label, TrialPlan plan, List<String> jvmFlags, String... more)
      throws IOException, InterruptedException {
    return start(name, label, ShopSpec.of(plan.customers()), jvmFlags, more);
  }

  /**
   * Starts a server of a shop.
   *
   * @param name which server
   * @param label names its log
   * @param jvmFlags come before all others
   * @param more further arguments of the command
   */
  public ServerProcess start(
      String name, String label, ShopSpec shop, List<String> jvmFlags, String... more)
      throws IOException, InterruptedException {
    List<String> command = command(name, shop, more);
    command.addAll(1, jvmFlags);
    return launch(label, command);
  }

  /**
   * What a server tells of its control intervals; also written beside the logs, for who wants to
   * see more of it than the checks do.
   *
   * @param name of the file, without its ending
   * @param back how far; some seconds more are taken
   */
  public JsonNode keepHistory(ServerProcess server, String name, Duration back) throws IOException {
    int seconds = (int) back.plus(HISTORY_MARGIN).toSeconds();
    JsonNode history = StatusReader.history(server.requireAdmin(), seconds);
    Files.writeString(folder.resolve(name + "-history.json"), history.toString());
    return history;
  }

  /** The same with another certificate. */
  ExperimentSetting withKeystore(Keystore other) {
    return new ExperimentSetting(
        customers, serve, other, pinning, folder, progress, origin, rounds);
  }

  /** The same with another program that serves. */
  ExperimentSetting withServe(List<String> other) {
    return new ExperimentSetting(
        customers, other, keystore, pinning, folder, progress, origin, rounds);
  }

  /**
   * The same on a port that is given, for a server that comes again where another was.
   *
   * @param port of the loopback address
   */
  ServerProcess startAgain(int port, String name, String label, ShopSpec shop, String... more)
      throws IOException, InterruptedException {
    List<String> command = command(name, shop, more);
    command.set(command.indexOf("--port") + 1, Integer.toString(port));
    return launch(label, command);
  }

  private List<String> command(String name, ShopSpec shop, String... more) {
    ServerTemplate template =
        new ServerTemplate(serve, keystore, shop.keepAlive(), shop.pageWorkKib());
    List<String> further = new ArrayList<>(shop.arguments());
    if (further.contains("--db") && pinning.pinned()) {
      // On a machine of its own in the papers; here it is not at the server's cost, at least.
      further.addAll(List.of("--db-cpus", CpuList.format(pinning.loadCpus())));
    }
    further.addAll(List.of(more));
    return template.command(name, further);
  }

  /** Lets time go by on a host that is busy with something else. */
  public void awaitQuiet(Duration time) throws InterruptedException {
    progress.step(
        "the processors were busy with something else: waiting " + time.toSeconds() + " s");
    Thread.sleep(time.toMillis());
  }

  /** Starts any server that says READY, on the servers' processor. */
  public ServerProcess launch(String label, List<String> command)
      throws IOException, InterruptedException {
    progress.step("starting " + label);
    return ServerProcess.start(
        label, pinning.serverCommand(command), folder.resolve(label + ".log"), START_PATIENCE);
  }
}

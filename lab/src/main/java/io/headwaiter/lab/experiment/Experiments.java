package io.headwaiter.lab.experiment;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs an experiment by name, from pinning to files: {@code summary.json} with the verdicts and
 * {@code run.json} with the figures behind them.
 */
public final class Experiments {
  /** Headwaiter's CPU beside the stock server's at half load. */
  public static final String OVERHEAD = "overhead";

  /** What it costs to refuse. */
  public static final String REFUSAL = "refusal";

  /** What lying in a hello gains. */
  public static final String LYING = "lying";

  /** All names. */
  public static final List<String> NAMES = List.of(OVERHEAD, REFUSAL, LYING);

  private final boolean quick;
  private final DemoCustomers customers;
  private final List<String> serve;
  private final Path folder;
  private final PrintStream out;

  /**
   * Prepares; nothing is started yet.
   *
   * @param quick shorter, with wider intervals
   * @param customers who comes, to a shop of the usual size
   * @param serve program and arguments that serve, up to and with the {@code serve} command
   * @param folder where summary, figures and logs go; made if missing
   * @param out where the table goes
   */
  public Experiments(
      boolean quick, DemoCustomers customers, List<String> serve, Path folder, PrintStream out) {
    this.quick = quick;
    this.customers = customers;
    this.serve = List.copyOf(serve);
    this.folder = folder;
    this.out = out;
  }

  /**
   * Runs one experiment; every process that it starts is gone afterwards.
   *
   * @param name one of {@link #NAMES}
   * @param command the command line, for the summary
   * @throws IllegalArgumentException when there is no experiment of that name
   * @throws IOException when a server does not come up or a file cannot be written
   */
  public void run(String name, String command) throws IOException, InterruptedException {
    if (!NAMES.contains(name)) {
      throw new IllegalArgumentException(
          "there is no experiment \"" + name + "\"; there are " + String.join(", ", NAMES));
    }
    Files.createDirectories(folder);
    String machine = Machine.describe(Runtime.getRuntime().availableProcessors()); // not pinned yet
    Pinning pinning = Pinning.ofThisMachine();
    pinning.pinThisProcess();
    out.println(pinning.note());
    Keystore keystore = Keystore.create(folder);
    try {
      ExperimentSetting setting =
          new ExperimentSetting(
              customers, serve, keystore, pinning, folder, ProgressLine.onStandardError());
      ExperimentOutcome outcome =
          switch (name) {
            case OVERHEAD ->
                new OverheadExperiment(setting, OverheadPlan.of(quick, customers)).run();
            case REFUSAL -> new RefusalExperiment(setting, RefusalPlan.of(quick)).run();
            default -> new LyingExperiment(setting, LyingPlan.of(quick, customers)).run();
          };
      write(name, command, machine, pinning, outcome);
      print(outcome);
    } finally {
      Files.deleteIfExists(keystore.file());
    }
  }

  private void write(
      String name, String command, String machine, Pinning pinning, ExperimentOutcome outcome)
      throws IOException {
    OutcomeJson.write(
        folder.resolve("summary.json"),
        OutcomeJson.summary(outcome.checks(), machine, name, command));
    Map<String, Object> run = new LinkedHashMap<>();
    run.put("experiment", name);
    run.put("command", command);
    run.put("machine", machine);
    run.put("processors", pinning.note());
    run.put("serverJvmFlags", String.join(" ", ServerJvm.FLAGS));
    run.put("seed", customers.seed());
    run.putAll(outcome.raw());
    run.put("notes", outcome.notes());
    OutcomeJson.write(folder.resolve("run.json"), OutcomeJson.figures(run));
  }

  private void print(ExperimentOutcome outcome) {
    out.println();
    out.print(outcome.table());
    out.println();
    outcome.checks().forEach(check -> out.println(Demo.line(check)));
    outcome.notes().forEach(note -> out.println("Note: " + note));
    out.println();
    out.println("Written: " + folder.resolve("summary.json") + ", " + folder.resolve("run.json"));
  }
}

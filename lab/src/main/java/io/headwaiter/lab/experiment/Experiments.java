package io.headwaiter.lab.experiment;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.headwaiter.lab.model.Provenance;
import io.headwaiter.lab.report.OutcomePage;
import io.headwaiter.lab.run.SourceCommit;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs an experiment by name, from pinning to files: {@code summary.json} with the verdicts, {@code
 * run.json} with the figures behind them, {@code table.txt} and {@code report.html} for people.
 */
public final class Experiments {
  /** Headwaiter's CPU beside the stock server's at half load. */
  public static final String OVERHEAD = "overhead";

  /** What it costs to refuse. */
  public static final String REFUSAL = "refusal";

  /** What lying in a hello gains. */
  public static final String LYING = "lying";

  /** All claims about the door, in parts. */
  public static final String DOOR = "door";

  /** All claims about the governor, in parts. */
  public static final String GOVERNOR = "governor";

  /** Two shops that share a processor, which moves between them. */
  public static final String PROVISIONING = "provisioning";

  /** A connection kept for a whole request, in parts. */
  public static final String CONNECTION_CACHING = "connection-caching";

  /** The pool model beside a real shop. */
  public static final String POOLS = "pools";

  /** What attacks take from honest visits, in parts. */
  public static final String ABUSE = "abuse";

  /** All names. */
  public static final List<String> NAMES =
      List.of(
          OVERHEAD, REFUSAL, LYING, DOOR, GOVERNOR, PROVISIONING, CONNECTION_CACHING, POOLS, ABUSE);

  private static final String HEADING = "== ";

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

  /** Names of an experiment's parts, in their order; none where it has only itself. */
  public static List<String> parts(String name) {
    return switch (name) {
      case DOOR -> DoorPlan.PARTS;
      case GOVERNOR -> GovernorPlan.PARTS;
      case CONNECTION_CACHING -> CachingPlan.PARTS;
      case POOLS -> PoolsPlan.PARTS;
      case ABUSE -> AbusePlan.PARTS;
      default -> List.of();
    };
  }

  /**
   * Runs one experiment; every process that it starts is gone afterwards.
   *
   * @param name one of {@link #NAMES}
   * @param only of its {@link #parts} those to run; empty for all
   * @param command the command line, for the summary
   * @throws IllegalArgumentException when there is no experiment or part of that name
   * @throws IOException when a server does not come up or a file cannot be written; what was
   *     measured before is written
   */
  public void run(String name, List<String> only, String command)
      throws IOException, InterruptedException {
    if (!NAMES.contains(name)) {
      throw new IllegalArgumentException(
          "there is no experiment \"" + name + "\"; there are " + String.join(", ", NAMES));
    }
    List<String> parts = parts(name);
    if (!parts.containsAll(only)) {
      throw new IllegalArgumentException(
          parts.isEmpty()
              ? "the experiment " + name + " has no parts to choose from"
              : "the experiment has the parts " + String.join(", ", parts) + "; got " + only);
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
              customers,
              serve,
              keystore,
              pinning,
              folder,
              ProgressLine.onStandardError(),
              origin(machine, command));
      SpeedWatch speed = SpeedWatch.start();
      ExperimentOutcome outcome = watched(speed, name, only, setting);
      write(name, setting, speed, outcome);
      print(outcome);
      if (!outcome.failures().isEmpty()) {
        throw new IOException(String.join(" ", outcome.failures()));
      }
    } finally {
      Files.deleteIfExists(keystore.file());
    }
  }

  private Provenance origin(String machine, String command) throws InterruptedException {
    SourceCommit source = SourceCommit.ofThisProgram();
    return new Provenance(
        source.hash(),
        source.dirty(),
        Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
        machine,
        SpeedWatch.speed(),
        command,
        customers.seed());
  }

  private ExperimentOutcome watched(
      SpeedWatch speed, String name, List<String> only, ExperimentSetting setting)
      throws IOException, InterruptedException {
    try (speed) {
      ExperimentOutcome outcome = run(name, only, setting);
      return speed.note().map(outcome::withNote).orElse(outcome);
    }
  }

  private ExperimentOutcome run(String name, List<String> only, ExperimentSetting setting)
      throws IOException, InterruptedException {
    return switch (name) {
      case OVERHEAD -> new OverheadExperiment(setting, OverheadPlan.of(quick, customers)).run();
      case REFUSAL -> new RefusalExperiment(setting, RefusalPlan.of(quick)).run();
      case LYING -> new LyingExperiment(setting, LyingPlan.of(quick, customers)).run();
      case PROVISIONING ->
          new ProvisioningExperiment(setting, ProvisioningPlan.of(quick, customers)).run();
      default ->
          new PartedExperiment(
                  PartedExperiment.choose(parts(name, setting), only), setting.progress())
              .run();
    };
  }

  /** Parts, ready to run; none where it has only itself. */
  private List<ExperimentPart> parts(String name, ExperimentSetting setting) {
    return switch (name) {
      case DOOR -> DoorPlan.of(quick, customers).parts(setting);
      case GOVERNOR -> GovernorPlan.of(quick, customers).parts(setting);
      case CONNECTION_CACHING -> CachingPlan.of(quick, customers.seed()).parts(setting);
      case POOLS -> PoolsPlan.of(quick).parts(setting);
      case ABUSE -> AbusePlan.of(quick, customers).parts(setting);
      default -> List.of();
    };
  }

  /**
   * Says what would run and how long it would take at most, without the start of servers; starts
   * nothing.
   *
   * @param only as in {@link #run}
   */
  public void dryRun(String name, List<String> only) {
    Keystore none = new Keystore(folder.resolve("none"), "");
    ExperimentSetting setting =
        new ExperimentSetting(
            customers,
            serve,
            none,
            Pinning.ofThisMachine(),
            folder,
            ProgressLine.onStandardError(),
            Provenance.NONE);
    Duration all = Duration.ZERO;
    for (ExperimentPart part : PartedExperiment.choose(parts(name, setting), only)) {
      out.printf("%-16s %s at most%n", part.name(), PartedExperiment.words(part.longest()));
      all = all.plus(part.longest());
    }
    out.printf("%-16s %s at most%n", name, PartedExperiment.words(all));
  }

  private void write(
      String name, ExperimentSetting setting, SpeedWatch speed, ExperimentOutcome outcome)
      throws IOException {
    Provenance origin = setting.origin();
    ObjectNode summary =
        OutcomeJson.summary(outcome.checks(), origin.machine(), name, origin.command());
    summary.put("commit", origin.commit() + (origin.dirty() ? ", changed" : ""));
    OutcomeJson.write(folder.resolve("summary.json"), summary);
    Map<String, Object> run = new LinkedHashMap<>();
    run.put("experiment", name);
    run.put("command", origin.command());
    run.put("commit", origin.commit());
    run.put("machine", origin.machine());
    run.put("processors", setting.pinning().note());
    run.put("serverJvmFlags", String.join(" ", ServerJvm.FLAGS));
    run.put("seed", customers.seed());
    run.put("machineSpeed", speed.raw());
    run.putAll(outcome.raw());
    run.put("notes", outcome.notes());
    OutcomeJson.write(folder.resolve("run.json"), OutcomeJson.figures(run));
    Files.writeString(folder.resolve("table.txt"), text(outcome));
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("command", origin.command());
    facts.put("commit", origin.commit());
    facts.put("machine", origin.machine());
    facts.put("processors", setting.pinning().note());
    facts.put("server JVM flags", String.join(" ", ServerJvm.FLAGS));
    facts.put("seed", Long.toString(customers.seed()));
    Files.writeString(
        folder.resolve("report.html"),
        OutcomePage.render(
            "Headwaiter experiment: " + name,
            sections(outcome.table()),
            outcome.charts(),
            outcome.checks(),
            outcome.notes(),
            facts));
  }

  /** The table of an experiment with parts has a line {@code == NAME} above each. */
  static List<OutcomePage.Section> sections(String table) {
    List<OutcomePage.Section> sections = new ArrayList<>();
    for (String part : table.split("(?m)^(?=== )", -1)) {
      if (part.startsWith(HEADING)) {
        int end = part.indexOf('\n');
        sections.add(
            new OutcomePage.Section(
                part.substring(HEADING.length(), end), part.substring(end + 1).stripTrailing()));
      } else if (!part.isBlank()) {
        sections.add(new OutcomePage.Section("", part));
      }
    }
    return sections;
  }

  private static String text(ExperimentOutcome outcome) {
    StringBuilder text = new StringBuilder(outcome.table()).append('\n');
    outcome.checks().forEach(check -> text.append(Demo.line(check)).append('\n'));
    outcome.notes().forEach(note -> text.append("Note: ").append(note).append('\n'));
    return text.toString();
  }

  private void print(ExperimentOutcome outcome) {
    out.println();
    out.print(text(outcome));
    out.println();
    out.println(
        "Written to "
            + folder
            + ": summary.json, run.json, table.txt, report.html, and the servers' logs");
  }
}

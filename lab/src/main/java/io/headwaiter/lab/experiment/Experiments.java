package io.headwaiter.lab.experiment;

import io.headwaiter.lab.bench.AbuseBench;
import io.headwaiter.lab.bench.ExperimentSetting;
import io.headwaiter.lab.bench.LimitBench;
import io.headwaiter.lab.experiment.caching.CachingPlan;
import io.headwaiter.lab.experiment.pools.PoolsPlan;
import io.headwaiter.lab.experiment.provisioning.ProvisioningExperiment;
import io.headwaiter.lab.experiment.provisioning.ProvisioningPlan;
import io.headwaiter.lab.host.Machine;
import io.headwaiter.lab.host.Pinning;
import io.headwaiter.lab.host.SpeedWatch;
import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.Provenance;
import io.headwaiter.lab.outcome.ExperimentOutcome;
import io.headwaiter.lab.outcome.ExperimentPart;
import io.headwaiter.lab.outcome.OutcomeFiles;
import io.headwaiter.lab.outcome.OutcomeJson;
import io.headwaiter.lab.outcome.PartedExperiment;
import io.headwaiter.lab.outcome.ProgressLine;
import io.headwaiter.lab.outcome.RunFacts;
import io.headwaiter.lab.outcome.Settings;
import io.headwaiter.lab.run.SourceCommit;
import io.headwaiter.lab.server.Keystore;
import io.headwaiter.lab.study.Abuse;
import io.headwaiter.lab.study.AttackPlan;
import io.headwaiter.lab.study.Browsers;
import io.headwaiter.lab.study.Foreign;
import io.headwaiter.lab.study.HalfLoad;
import io.headwaiter.lab.study.Limit;
import io.headwaiter.lab.study.Lying;
import io.headwaiter.lab.study.OverloadDemo;
import io.headwaiter.lab.study.Refusal;
import io.headwaiter.lab.study.Rivals;
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
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Runs an experiment by name, from pinning to files: {@code summary.json} with the verdicts, {@code
 * run.json} with the figures behind them, {@code table.txt} and {@code report.html} for people.
 */
public final class Experiments {
  /** A stock Tomcat and Headwaiter under too much load. */
  public static final String DEMO = OverloadDemo.NAME;

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

  /** Other ways to protect a Tomcat, each at its best, in parts. */
  public static final String RIVALS = Rivals.NAME;

  /** Two shops that share a processor, which moves between them. */
  public static final String PROVISIONING = "provisioning";

  /** A connection kept for a whole request, in parts. */
  public static final String CONNECTION_CACHING = "connection-caching";

  /** The pool model beside a real shop. */
  public static final String POOLS = "pools";

  /** What attacks take from honest visits, in parts. */
  public static final String ABUSE = Abuse.NAME;

  /** All names. */
  public static final List<String> NAMES =
      Stream.of(
              List.of(DEMO, OVERHEAD, REFUSAL, LYING, DOOR, GOVERNOR),
              List.of(RIVALS, Browsers.NAME, Foreign.NAME),
              PaperParts.NAMES,
              List.of(PROVISIONING, CONNECTION_CACHING, POOLS, ABUSE, SeenParts.NAME, Limit.NAME))
          .flatMap(List::stream)
          .toList();

  private final Settings settings;
  private final boolean quick;
  private final Customers customers;
  private final List<String> serve;
  private final Path folder;
  private final PrintStream out;

  /**
   * Prepares; nothing is started yet.
   *
   * @param settings what the user chose
   * @param serve program and arguments that serve, up to and with the {@code serve} command
   * @param folder where summary, figures and logs go; made if missing
   * @param out where the table goes
   */
  public Experiments(Settings settings, List<String> serve, Path folder, PrintStream out) {
    this.settings = settings;
    this.quick = settings.quick();
    this.customers = settings.customers();
    this.serve = List.copyOf(serve);
    this.folder = folder;
    this.out = out;
  }

  /** Names of an experiment's parts, in their order; none where it has only itself. */
  public static List<String> parts(String name) {
    return switch (name) {
      case DOOR -> DoorParts.NAMES;
      case GOVERNOR -> GovernorParts.NAMES;
      case RIVALS -> Rivals.NAMES;
      case Browsers.NAME -> Browsers.NAMES;
      case Foreign.NAME -> Foreign.NAMES;
      case CONNECTION_CACHING -> CachingPlan.PARTS;
      case POOLS -> PoolsPlan.PARTS;
      case ABUSE -> Abuse.PARTS;
      case SeenParts.NAME -> SeenParts.NAMES;
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
    Pinning pinning = pinning();
    pinning.pinThisProcess();
    out.println(pinning.note());
    Keystore keystore = Keystore.create(folder);
    try {
      Provenance origin = origin(machine, command);
      RunFacts facts = new RunFacts(name, only, settings, origin, pinning.note(), List.of(), "");
      ExperimentSetting setting = setting(keystore, pinning, origin);
      // Before all else: the report of a run that is ended can be drawn, too.
      OutcomeJson.write(folder.resolve(RunFacts.FILE), OutcomeJson.figures(facts.raw()));
      SpeedWatch speed = SpeedWatch.start();
      ExperimentOutcome outcome;
      try (speed) {
        outcome = run(name, only, setting);
      }
      RunFacts all = facts.after(speed);
      writeRun(all, speed, outcome);
      show(all, outcome);
      if (!outcome.failures().isEmpty()) {
        throw new IOException(String.join(" ", outcome.failures()));
      }
    } finally {
      Files.deleteIfExists(keystore.file());
    }
  }

  private Pinning pinning() {
    return settings
        .given()
        .map(server -> Pinning.ofLoad(server.isHere()))
        .orElseGet(Pinning::ofThisMachine);
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

  private ExperimentSetting setting(Keystore keystore, Pinning pinning, Provenance origin) {
    return new ExperimentSetting(
        customers,
        serve,
        keystore,
        pinning,
        folder,
        ProgressLine.onStandardError(),
        origin,
        settings.rounds());
  }

  private ExperimentOutcome run(String name, List<String> only, ExperimentSetting setting)
      throws IOException, InterruptedException {
    if (name.equals(PROVISIONING)) {
      return new ProvisioningExperiment(setting, ProvisioningPlan.of(quick, customers)).run();
    }
    List<ExperimentPart> chosen = chosen(name, only, setting);
    return isOne(name)
        ? chosen.get(0).run()
        : new PartedExperiment(chosen, setting.progress()).run();
  }

  /** Whether it is one experiment: the attacks are loads of one, although they can be chosen. */
  private static boolean isOne(String name) {
    return parts(name).isEmpty() || name.equals(ABUSE);
  }

  /** The parts to run. */
  private List<ExperimentPart> chosen(String name, List<String> only, ExperimentSetting setting) {
    return name.equals(ABUSE)
        ? List.of(abuse(only, setting))
        : PartedExperiment.choose(parts(name, setting), only);
  }

  private ExperimentPart abuse(List<String> only, ExperimentSetting setting) {
    AttackPlan plan = AttackPlan.of(quick);
    return new StudyPart(
        ABUSE,
        List.of(Abuse.experiment(quick, customers, only)),
        setting,
        (experiment, log, provenance) -> new AbuseBench(experiment, plan, setting, provenance));
  }

  /** Parts, ready to run; one where it has only itself, and none of what is not declared. */
  private List<ExperimentPart> parts(String name, ExperimentSetting setting) {
    if (settings.given().isPresent()) {
      return List.of(GivenPart.of(name, settings.given().get(), quick, customers, setting));
    }
    return switch (name) {
      case DEMO -> one(demo(), setting);
      case OVERHEAD -> one(HalfLoad.besideStock(quick, customers), setting);
      case REFUSAL -> one(Refusal.beside(quick, customers), setting);
      case LYING -> one(Lying.onJsse(quick, customers), setting);
      case RIVALS -> declared(Rivals.experiments(quick, customers), setting);
      case Browsers.NAME -> declared(Browsers.experiments(quick, customers), setting);
      case Foreign.NAME -> foreign(setting);
      case DOOR -> DoorParts.of(quick, setting);
      case GOVERNOR -> GovernorParts.of(quick, setting);
      case CONNECTION_CACHING -> CachingPlan.of(quick, customers.seed()).parts(setting);
      case POOLS -> PoolsPlan.of(quick).parts(setting);
      case Limit.NAME -> limit(setting);
      case SeenParts.NAME -> SeenParts.of(quick, customers, setting);
      default ->
          PaperParts.NAMES.contains(name)
              ? List.of(PaperParts.of(name, quick, customers, setting))
              : List.of();
    };
  }

  private static List<ExperimentPart> one(Experiment experiment, ExperimentSetting setting) {
    return List.of(new StudyPart(experiment, setting));
  }

  private List<ExperimentPart> limit(ExperimentSetting setting) {
    return List.of(
        new StudyPart(
            Limit.NAME,
            Limit.experiments(quick, customers),
            setting,
            (experiment, log, provenance) -> new LimitBench(experiment, setting, log, provenance)));
  }

  private List<ExperimentPart> foreign(ExperimentSetting setting) {
    List<ExperimentPart> parts = new ArrayList<>();
    for (String part : Foreign.NAMES) {
      parts.add(new StudyPart(part, Foreign.experiments(part, quick, customers), setting));
    }
    return parts;
  }

  private static List<ExperimentPart> declared(
      List<Experiment> experiments, ExperimentSetting setting) {
    return experiments.stream().<ExperimentPart>map(one -> new StudyPart(one, setting)).toList();
  }

  /**
   * Says what would run and how long it would take at most, without the start of servers; starts
   * nothing.
   *
   * @param only as in {@link #run}
   */
  public void dryRun(String name, List<String> only) {
    ExperimentSetting setting = withoutServers(Provenance.NONE);
    Duration all = Duration.ZERO;
    for (ExperimentPart part : chosen(name, only, setting)) {
      out.printf("%-16s %s at most%n", part.name(), PartedExperiment.words(part.longest()));
      part.plan().forEach(line -> out.println("  " + line));
      all = all.plus(part.longest());
    }
    out.printf("%-16s %s at most%n", name, PartedExperiment.words(all));
  }

  private Experiment demo() {
    return OverloadDemo.experiment(
        quick, customers, settings.window(), settings.shop().toArray(String[]::new));
  }

  private ExperimentSetting withoutServers(Provenance origin) {
    Keystore none = new Keystore(folder.resolve("none"), "");
    return setting(none, Pinning.ofThisMachine(), origin);
  }

  /**
   * Draws the report of an earlier run again, from its observations; measures nothing.
   *
   * @param folder of that run
   * @throws IOException if it has no observations, or a file cannot be read or written
   */
  public static void report(Path folder, PrintStream out) throws IOException {
    RunFacts facts = RunFacts.read(folder);
    if (!NAMES.contains(facts.experiment())) {
      throw new IOException(
          folder + " is of the experiment \"" + facts.experiment() + "\", which there is not.");
    }
    Experiments again = new Experiments(facts.settings(), List.of(), folder, out);
    ExperimentSetting setting = again.withoutServers(facts.origin());
    List<ExperimentPart> parts = again.chosen(facts.experiment(), facts.only(), setting);
    if (parts.isEmpty()) {
      throw new IOException(
          "The experiment "
              + facts.experiment()
              + " keeps no observations yet, so its report cannot be drawn again.");
    }
    Map<String, ExperimentOutcome> outcomes = new LinkedHashMap<>();
    for (ExperimentPart part : parts) {
      Optional<ExperimentOutcome> drawn = part.again();
      if (drawn.isEmpty()) {
        throw new IOException(
            "The part "
                + part.name()
                + " keeps no observations yet, so its report cannot be drawn again.");
      }
      outcomes.put(part.name(), drawn.get());
    }
    again.show(
        facts,
        isOne(facts.experiment())
            ? outcomes.values().iterator().next()
            : PartedExperiment.together(outcomes, List.of()));
  }

  private void writeRun(RunFacts facts, SpeedWatch speed, ExperimentOutcome outcome)
      throws IOException {
    Map<String, Object> run = facts.raw();
    run.put("machineSpeed", speed.raw());
    run.putAll(outcome.raw());
    run.put("notes", outcome.notes());
    OutcomeJson.write(folder.resolve(RunFacts.FILE), OutcomeJson.figures(run));
  }

  /** Writes and prints what is drawn from facts and observations. */
  private void show(RunFacts facts, ExperimentOutcome outcome) throws IOException {
    ExperimentOutcome whole = outcome.reserved(facts.reservation());
    for (String note : facts.notes()) {
      whole = whole.withNote(note);
    }
    OutcomeFiles.write(folder, facts, whole);
    out.println();
    out.print(OutcomeFiles.text(whole));
    out.println();
    out.println(
        "Written to "
            + folder
            + ": summary.json, run.json, table.txt, report.html, and the servers' logs");
  }
}

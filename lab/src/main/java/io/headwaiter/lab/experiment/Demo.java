package io.headwaiter.lab.experiment;

import io.headwaiter.lab.load.LoadGenerator;
import io.headwaiter.lab.load.LoadOptions;
import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.report.Findings;
import io.headwaiter.lab.report.HtmlReport;
import io.headwaiter.lab.report.Numbers;
import io.headwaiter.lab.report.ReportData;
import io.headwaiter.lab.report.RunCharts;
import io.headwaiter.lab.report.RunTable;
import io.headwaiter.lab.report.SvgChart;
import io.headwaiter.lab.report.Validity;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The demo from start to files: certificate, processors, servers, load, table, report. Ends what it
 * starts, however it ends itself.
 */
public final class Demo {
  private static final Duration START_PATIENCE = Duration.ofSeconds(60);
  // A quiet machine had 1.5 under the demo's own changing load.
  private static final double MOST_SPREAD_OF_SPEED = 2;
  private static final String TITLE =
      "Stock Tomcat and Headwaiter, with up to twenty times too many customers";

  private final DemoPlan plan;
  private final List<String> serve;
  private final Path folder;
  private final PrintStream out;

  /**
   * Prepares; nothing is started yet.
   *
   * @param plan how to run it
   * @param serve program and arguments that serve, up to and with the {@code serve} command; the
   *     same for all servers
   * @param folder where report, run log and server logs go; made if missing
   * @param out where the table goes
   */
  public Demo(DemoPlan plan, List<String> serve, Path folder, PrintStream out) {
    this.plan = plan;
    this.serve = List.copyOf(serve);
    this.folder = folder;
    this.out = out;
  }

  /**
   * Runs the demo and writes {@code report.html}, {@code completed.svg}, {@code summary.json} and
   * the run log.
   *
   * @param command the command line, for the summary
   * @param json where the run log goes
   * @throws IOException when a server does not come up or a file cannot be written
   */
  public DemoOutcome run(String command, Path json) throws IOException, InterruptedException {
    Files.createDirectories(folder);
    int cores = Runtime.getRuntime().availableProcessors(); // before pinning hides some
    Pinning pinning = Pinning.ofThisMachine();
    pinning.pinThisProcess();
    out.println(pinning.note());
    DemoOutcome outcome = measured(pinning, command, cores);
    write(outcome, command, json);
    print(outcome);
    return outcome;
  }

  private DemoOutcome measured(Pinning pinning, String command, int cores)
      throws IOException, InterruptedException {
    SpeedWatch speed = SpeedWatch.start();
    DemoOutcome measured;
    try (speed) {
      measured = measure(pinning);
    }
    Map<String, String> facts = facts(pinning, command, cores);
    facts.putAll(measured.facts());
    List<String> notes = new ArrayList<>(measured.notes());
    speed.note().ifPresent(notes::add);
    return measured.with(validity(measured.validity(), pinning, speed), facts, notes);
  }

  /** With what only the machine tells. */
  private static Validity validity(Validity ofRuns, Pinning pinning, SpeedWatch speed) {
    List<String> reasons = new ArrayList<>(ofRuns.reasons());
    if (!pinning.pinned()) {
      reasons.add("server and load were " + pinning.note());
    }
    speed.unsteady(MOST_SPREAD_OF_SPEED).ifPresent(reasons::add);
    return new Validity(reasons);
  }

  private DemoOutcome measure(Pinning pinning) throws IOException, InterruptedException {
    Keystore keystore = Keystore.create(folder);
    ServerTemplate template =
        new ServerTemplate(
            serve,
            keystore,
            plan.keepAlive(),
            plan.customers().pageWorkKib(),
            pinning,
            folder,
            START_PATIENCE);
    // the target is replaced in every run; the generator wants one to begin with
    LoadOptions any =
        plan.load(
            URI.create("https://127.0.0.1:1"),
            1,
            Duration.ZERO,
            plan.timing().window(),
            plan.customers().seed());
    try (LoadGenerator generator = new LoadGenerator(any)) {
      return new DemoExperiment(
              plan,
              template,
              generator::run,
              ProcessorWatch.of(pinning),
              ProgressLine.onStandardError())
          .run();
    } finally {
      Files.deleteIfExists(keystore.file());
    }
  }

  private void write(DemoOutcome outcome, String command, Path json) throws IOException {
    Path parent = json.toAbsolutePath().getParent();
    if (parent != null) {
      Files.createDirectories(parent);
    }
    OutcomeJson.write(json, OutcomeJson.runs(outcome));
    OutcomeJson.write(
        folder.resolve("summary.json"), OutcomeJson.summary(outcome, "demo", command));
    Files.writeString(folder.resolve("report.html"), HtmlReport.render(report(outcome)));
    Files.writeString(
        folder.resolve("completed.svg"), SvgChart.standalone(RunCharts.completed(outcome.runs())));
  }

  private void print(DemoOutcome outcome) {
    out.println();
    out.println("This run is " + outcome.validity().line());
    out.print(RunTable.text(outcome.runs(), outcome.reference()));
    out.println();
    if (outcome.reference() != null) {
      out.println(
          "The reference run completes about what was completed at the highest load, without overload.");
    }
    Findings.of(outcome.runs()).forEach(out::println);
    out.println();
    outcome.checks().forEach(check -> out.println(line(check, outcome.validity())));
    outcome.notes().forEach(note -> out.println("Note: " + note));
    out.println();
    out.println("Report: " + folder.resolve("report.html").toUri());
    Findings.inShort(outcome.runs())
        .map(
            said ->
                outcome.validity().valid() ? said : "Not valid, run again. As measured: " + said)
        .ifPresent(out::println);
  }

  /** A verdict and its figure as one line. */
  static String line(Check check) {
    return line(check, Validity.VALID);
  }

  /** The same of a run that may not be valid. */
  static String line(Check check, Validity validity) {
    return "%-9s  %s: %s %s"
        .formatted(
            validity.words(check.verdict()),
            check.what(),
            Numbers.withInterval(check.figure()),
            check.unit());
  }

  private ReportData report(DemoOutcome outcome) {
    String summary =
        "The same auction on the same database, served by an unmodified Tomcat and by Headwaiter, each alone on one "
            + "processor core, for the same customers: first as many as fit, then five and twenty times as many.";
    Map<String, String> facts = new LinkedHashMap<>(outcome.facts());
    for (int i = 0; i < outcome.notes().size(); i++) {
      facts.put("note " + (i + 1), outcome.notes().get(i));
    }
    return new ReportData(
        outcome.validity(),
        TITLE,
        summary,
        outcome.runs(),
        outcome.reference(),
        outcome.checks(),
        facts,
        outcome.learned());
  }

  private Map<String, String> facts(Pinning pinning, String command, int cores) {
    String scale = Numbers.plain(plan.customers().thinkScale());
    double patienceScale =
        (double) plan.customers().patience().toMillis() / DemoPlan.PATIENCE.toMillis();
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("command", command);
    facts.put("machine", Machine.describe(cores));
    facts.put("processors", pinning.note());
    facts.put("flags of both servers' JVMs", String.join(" ", ServerJvm.FLAGS));
    facts.put("customers", "RUBiS browsing mix, Poisson arrivals of sessions, one attempt each");
    facts.put(
        "end-of-session row", "literal reading: a visit ends with probability 0.2 in ten states");
    facts.put("think time", "exponential, 7 s times " + scale + " in the mean");
    facts.put(
        "patience", "10 s times " + Numbers.plain(patienceScale) + ", then the customer leaves");
    facts.put("keep-alive of both servers", "10 s times " + scale + ", as the think time");
    facts.put(
        "clients that resume TLS",
        Numbers.percent(plan.customers().resumeShare()) + " of the visits");
    facts.put("page work", pageWork());
    facts.put("certificate", "RSA-2048");
    facts.put(
        "lead-in and window",
        seconds(plan.timing().leadIn())
            + " and "
            + seconds(plan.timing().window())
            + " for each run, "
            + plan.rounds()
            + " rounds in turns");
    facts.put("seed", Long.toString(plan.customers().seed()));
    return facts;
  }

  private String pageWork() {
    return plan.customers().pageWorkKib() == 0
        ? "none added"
        : plan.customers().pageWorkKib()
            + " KiB hashed for each dynamic page, on both servers, so that a page costs what it does"
            + " in a shop with templates and a database server";
  }

  private static String seconds(Duration duration) {
    return Numbers.plain(duration.toMillis() / 1000.0) + " s";
  }
}

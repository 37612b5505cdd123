package io.headwaiter.lab.experiment;

import static io.headwaiter.lab.model.ServerSpec.HEADWAITER;
import static io.headwaiter.lab.model.ServerSpec.STOCK;

import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.model.Estimate;
import io.headwaiter.load.LoadGenerator;
import io.headwaiter.load.text.Numbers;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What a server does that has just been started. First a few clients, each on a connection of its
 * own, with pauses, and then a burst, which no idle server may refuse; then a server that is met by
 * 20 times what fits as soon as it is ready, beside the same that is met by what fits. Belongs to
 * one thread.
 */
final class GovernorStart implements ExperimentPart {
  static final String NAME = "start";

  private static final int BURST_AT_ONCE = 20;
  // An answer of a cold server takes long.
  private static final Duration LONGEST_SCRIPT = Duration.ofSeconds(8);
  private static final double OVERLOAD = 20;
  private static final double COLD_PART_MIN = 0.90;

  /**
   * How it is measured.
   *
   * @param calm how many clients come one after the other
   * @param gap from the end of one to the next
   * @param burst how many come then, 20 at a time
   * @param cold how long a cold server is watched under load; zero to leave that out
   * @param demo shop, customers and times
   */
  record Plan(int calm, Duration gap, int burst, Duration cold, TrialPlan demo) {
    /** The script of the complaint that this part was made for. */
    static Plan of(Duration cold, TrialPlan demo) {
      return new Plan(25, Duration.ofMillis(200), 60, cold, demo);
    }
  }

  /** An application on a server that has just been started. */
  enum Application {
    SERVLET("/BrowseCategories"),
    JSP("/page.jsp");

    private final String path;

    Application(String path) {
      this.path = path;
    }

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** How many of the clients were served. */
  private record Served(int calm, int burst) {}

  private final ExperimentSetting setting;
  private final Plan plan;
  private final StringBuilder table = new StringBuilder();
  private final List<Check> checks = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final Map<String, Object> raw = new LinkedHashMap<>();

  GovernorStart(ExperimentSetting setting, Plan plan) {
    this.setting = setting;
    this.plan = plan;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Duration longest() {
    Duration scripts = LONGEST_SCRIPT.multipliedBy(2L * Application.values().length);
    if (plan.cold().isZero()) {
      return scripts;
    }
    TrialTiming timing = plan.demo().timing();
    return scripts
        .plus(timing.longestWarmUp())
        .plus(Trials.ofProbe(timing))
        .plus(plan.cold().plus(timing.settle()).multipliedBy(2));
  }

  @Override
  public ExperimentOutcome run() throws IOException, InterruptedException {
    table.append(
        "%-10s %-12s %15s %15s%n"
            .formatted("", "server", "served of " + plan.calm(), "burst of " + plan.burst()));
    for (Application application : Application.values()) {
      Served stock = script(application, STOCK);
      Served ours = script(application, HEADWAITER);
      check(application, "calm", ours.calm(), plan.calm(), stock.calm());
      check(application, "burst", ours.burst(), plan.burst(), stock.burst());
    }
    if (!plan.cold().isZero()) {
      cold();
    }
    return new ExperimentOutcome(table.toString(), checks, notes, raw);
  }

  private void check(Application application, String phase, int ours, int of, int stock) {
    checks.add(
        Check.atLeast(
            "start-" + application.label() + "-" + phase,
            "a server that was just started serves %s (%s; stock %d)"
                .formatted(
                    phase.equals("calm") ? "one client after the other" : "a burst",
                    application.label(),
                    stock),
            Estimate.of(ours),
            "of " + of,
            of));
  }

  /** The script of clients, on a server of its own. */
  private Served script(Application application, String server)
      throws IOException, InterruptedException {
    String label = "start-" + application.label() + "-" + server;
    try (ServerProcess running = launch(application, server, label)) {
      URI page = running.target().resolve(application.path);
      StartClient client = new StartClient(page);
      int calm = client.calm(plan.calm(), plan.gap());
      Served served = new Served(calm, client.burst(plan.burst(), BURST_AT_ONCE));
      if (running.admin().isPresent()) {
        setting.keepHistory(running, label, LONGEST_SCRIPT);
      }
      table.append(
          "%-10s %-12s %15d %15d%n"
              .formatted(application.label(), server, served.calm(), served.burst()));
      setting.progress().done(label + ": " + served);
      raw.put(label, Map.of("calmServed", served.calm(), "burstServed", served.burst()));
      return served;
    }
  }

  private ServerProcess launch(Application application, String server, String label)
      throws IOException, InterruptedException {
    if (application == Application.SERVLET) {
      return setting.start(server, label, busyPages());
    }
    List<String> command = new ArrayList<>(setting.serve());
    command.addAll(List.of("--server", server, "--war", jspFolder().toString()));
    // It has no database, and a name is demanded for one.
    command.addAll(List.of("--context", "/", "--jndi-name", "jdbc/none", "--port", "0"));
    command.addAll(List.of("--keystore", setting.keystore().file().toString()));
    command.addAll(List.of("--keystore-password", setting.keystore().password()));
    if (server.equals(HEADWAITER)) {
      command.addAll(List.of("--admin-port", "0"));
    }
    return setting.launch(label, command);
  }

  private TrialPlan busyPages() {
    TrialPlan demo = plan.demo();
    return new TrialPlan(demo.timing(), demo.customers().withPageWorkKib(BusyPage.KIB));
  }

  private Path jspFolder() throws IOException {
    Path folder = setting.folder().resolve("start-jsp");
    Files.createDirectories(folder.resolve("WEB-INF"));
    Files.writeString(folder.resolve(Application.JSP.path.substring(1)), BusyPage.JSP);
    return folder;
  }

  private void cold() throws IOException, InterruptedException {
    try (LoadGenerator generator = new LoadGenerator(Trials.any(plan.demo()))) {
      Trials trials = new Trials(plan.demo(), generator::run, setting.progress());
      double fits;
      try (ServerProcess server = setting.start(HEADWAITER, "start-warm", plan.demo())) {
        Contender warm = Contender.of(HEADWAITER, setting.pinning(), server);
        fits = trials.fits(warm, trials.warmUp(warm));
      }
      Trial calm = cold(trials, "1x", fits);
      Trial flood = cold(trials, "20x", OVERLOAD * fits);
      notes.addAll(trials.notes());
      double part = flood.completedPerSecond() / calm.completedPerSecond();
      raw.put("fitsPerSecond", fits);
      raw.put("cold", List.of(calm.raw(), flood.raw()));
      table.append(
          "cold, first %d s: %s completed per second at 1x (%s offered), %s at 20x%n"
              .formatted(
                  plan.cold().toSeconds(),
                  Numbers.plain(calm.completedPerSecond()),
                  Numbers.plain(fits),
                  Numbers.plain(flood.completedPerSecond())));
      checks.add(
          Check.atLeast(
              "start-cold-20x",
              "completed by a cold server at 20x, beside a cold server at 1x",
              Double.isFinite(part) ? Estimate.of(part) : Estimate.UNKNOWN,
              "of 1",
              COLD_PART_MIN));
    }
  }

  private Trial cold(Trials trials, String name, double rate)
      throws IOException, InterruptedException {
    String label = "start-cold-" + name;
    try (ServerProcess server = setting.start(HEADWAITER, label, plan.demo())) {
      Contender contender = Contender.of(HEADWAITER, setting.pinning(), server);
      long seed = plan.demo().customers().seed() + 9700;
      Trial trial =
          trials.run(
              contender,
              "cold " + name,
              plan.demo().load(server.target(), rate, Duration.ZERO, plan.cold(), seed));
      setting.keepHistory(server, label, plan.cold());
      return trial;
    }
  }
}

package io.headwaiter.cli;

import io.headwaiter.core.pool.plan.ProfilingSettings;
import io.headwaiter.core.profile.RequestPatterns;
import io.headwaiter.lab.server.ServedPools;
import io.headwaiter.lab.server.ServerJvm;
import io.headwaiter.lab.server.ServerProcess;
import io.headwaiter.lab.server.ShopControl;
import io.headwaiter.lab.server.TunableServer;
import io.headwaiter.load.LoadGenerator;
import io.headwaiter.load.LoadOptions;
import io.headwaiter.load.results.RunLog;
import io.headwaiter.load.workload.Workload;
import io.headwaiter.tuning.LoadedRun;
import io.headwaiter.tuning.PoolTuning;
import io.headwaiter.tuning.RecordedVisits;
import io.headwaiter.tuning.TunedServer;
import io.headwaiter.tuning.TuningReport;
import io.headwaiter.tuning.TuningState;
import io.headwaiter.tuning.mix.MixReplay;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code headwaiter tune pools}: sizes worker threads and database connections. */
@Command(
    name = "pools",
    description = {
      "Profiles a shop, or your own application (--war, --url), at a dozen sizes of its pools, which a",
      "plan picks, and tells which carry most.",
      "Writes profile.json, for headwaiter serve --pools, and table.txt. Who is interrupted goes on",
      "where it ended with the same command. See docs/tuning.md."
    },
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class TunePoolsCommand implements Callable<Integer> {
  private static final String MAIN = "io.headwaiter.cli.Main";
  private static final String CONNECTIONS = "--db-connections";
  private static final String PATTERNS = "--request-patterns";
  private static final Duration START = Duration.ofMinutes(5);
  // Only for checks: a server that is started here takes any port.
  private static final URI ANY = URI.create("https://127.0.0.1:8443");
  private static final double RATE_MAX = 1e6;
  private static final double REGRET_MAX = 0.02;
  private static final double ERROR_MAX = 0.05;
  private static final double OVERLOAD = 1.3;
  // Not used with a closed population.
  private static final double FIRST_PER_SECOND = 1;

  @Option(
      names = "--threads",
      paramLabel = "MIN-MAX",
      defaultValue = "2-40",
      converter = Range.Converter.class,
      description = "Worker threads to consider, 1 to 1000. Default: 2-40.")
  private Range threads;

  @Option(
      names = "--connections",
      paramLabel = "MAX",
      description = "Most database connections to consider. Default: as many as threads.")
  private Integer connections;

  @Option(
      names = "--runs",
      paramLabel = "MAX",
      defaultValue = "12",
      description = "Most profiling runs, 3 to 200. Default: 12.")
  private int runs;

  @Option(
      names = "--run",
      defaultValue = "15s",
      converter = DurationConverter.class,
      description = "Length of a run. Default: 15s.")
  private Duration run;

  @Option(
      names = "--warmup",
      defaultValue = "4s",
      converter = DurationConverter.class,
      description = "Time before each run that does not count. Default: 4s.")
  private Duration warmup;

  @Option(
      names = "--first-warmup",
      defaultValue = "30s",
      converter = DurationConverter.class,
      description = "The same before the first one, in which the server compiles. Default: 30s.")
  private Duration firstWarmup;

  @Option(
      names = "--workload",
      description =
          "Who comes to a shop: one of ${COMPLETION-CANDIDATES}. Default: AUCTION_BIDDING,"
              + " BOOKSTORE_SHOPPING, or with eight request types BOOKSTORE_PROFILING.")
  private LoadFlags.Workload workload;

  @Option(
      names = PATTERNS,
      paramLabel = "LIST",
      description =
          "Types of requests by URL, as /shop/*/reviews,/api/**: the same for mix --log and serve.")
  private String patterns;

  @Option(names = "--seed", defaultValue = "1", description = "Seed of the load. Default: 1.")
  private long seed;

  @Option(
      names = "--for-rate",
      paramLabel = "SESSIONS_PER_SECOND",
      description =
          "Says at the end how many servers carry this load, above 0 and at most 1000000.")
  private Double sessionsPerSecond;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "out/tune-pools",
      description = "Folder for all that is written. Default: out/tune-pools.")
  private Path folder;

  @Mixin private RecordedFlags recorded;

  @Mixin private ShopOptions shop;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException, InterruptedException {
    ProfilingSettings settings = settings();
    checkFlags();
    Files.createDirectories(folder);
    PrintWriter out = spec.commandLine().getOut();
    // A recorded mix is replayed as it is; the visits of a shop may get other weights.
    Map<String, Double> visits = isRecorded() ? Map.of() : recorded.visitsPerSession();
    TuningState start = new TuningState(subject(), settings, visits, List.of());
    PoolTuning tuning = new PoolTuning(start, folder.resolve("state.json"), this::say);
    if (!tuning.isDone()) {
      profile(tuning, settings);
    }
    TuningReport report = new TuningReport(tuning.state());
    String text =
        report.text()
            + (sessionsPerSecond == null ? "" : "\n" + report.servers(sessionsPerSecond))
            + (tuning.state().leftOut().isEmpty() ? "" : "\n" + recorded.hint());
    RunLog.writeWhole(text, folder.resolve("table.txt"));
    report.tunedPools(commandLine()).write(folder.resolve("profile.json"));
    out.print(text);
    out.println("use it with: headwaiter serve --pools " + folder.resolve("profile.json"));
    out.flush();
    return 0;
  }

  private void checkFlags() throws IOException {
    if (sessionsPerSecond != null && !(sessionsPerSecond > 0 && sessionsPerSecond <= RATE_MAX)) {
      throw new ParameterException(
          spec.commandLine(),
          "--for-rate must be above 0 and at most 1000000, got " + sessionsPerSecond + ".");
    }
    shop.check();
    checkPatterns();
    recorded.check(spec.commandLine(), shop.war() != null);
    if (spec.commandLine().getParseResult().hasMatchedOption(CONNECTIONS)) {
      throw new ParameterException(
          spec.commandLine(), CONNECTIONS + " is what is sought here; --connections bounds it.");
    }
    if (recorded.isRunning() && !givenFlags().isEmpty()) {
      throw new ParameterException(
          spec.commandLine(),
          "--url is for a server that runs already; "
              + givenFlags().get(0).longestName()
              + " is about one that is started here. Leave one of both out.");
    }
    if (workload == LoadFlags.Workload.PLAIN) {
      throw new ParameterException(
          spec.commandLine(), "--workload plain asks for no shop's pages; give a shop's workload.");
    }
    if (isRecorded() && workload != null) {
      throw new ParameterException(
          spec.commandLine(), "--workload is for the built-in shops; --mix says who comes here.");
    }
    if (isRecorded()) {
      recorded.replay(load(recorded.isRunning() ? recorded.url() : ANY).target());
    }
    shop.requireWar();
  }

  private void checkPatterns() {
    if (patterns == null) {
      return;
    }
    if (recorded.isRunning()) {
      throw new ParameterException(
          spec.commandLine(),
          PATTERNS + " is for a server that is started here; one that runs has its own.");
    }
    try {
      RequestPatterns.of(patterns);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private boolean isRecorded() {
    return recorded.isRunning() || shop.war() != null;
  }

  private void say(String line) {
    spec.commandLine().getOut().println(line);
    spec.commandLine().getOut().flush();
  }

  ProfilingSettings settings() {
    try {
      return new ProfilingSettings(
          threads.least(),
          threads.most(),
          connections == null ? threads.most() : connections,
          runs,
          REGRET_MAX,
          ERROR_MAX,
          OVERLOAD,
          FIRST_PER_SECOND);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  /** Returns what must be the same in runs that are combined. */
  String subject() throws IOException {
    Path war = shop.war();
    boolean isFile = war != null && Files.isRegularFile(war);
    return Secrets.masked(serveFlags())
        + (patterns == null ? "" : " types " + patterns)
        + (isFile ? " checksum " + RecordedFlags.checksum(war) : "")
        + (isRecorded() ? " " + recorded.subject() : " workload " + workload())
        + " seed "
        + seed
        + " run "
        + run
        + " after "
        + warmup;
  }

  private void profile(PoolTuning tuning, ProfilingSettings settings)
      throws IOException, InterruptedException {
    if (recorded.isRunning()) {
      try (TunableServer server = recorded.server()) {
        profile(tuning, server, recorded.url());
      }
      return;
    }
    try (ServerProcess server =
        ServerProcess.start(
            "tuned", serve(settings), environment(), folder.resolve("server.log"), START)) {
      profile(tuning, ServedPools.of(server), server.target());
    }
  }

  private void profile(PoolTuning tuning, TunedServer server, URI target)
      throws IOException, InterruptedException {
    LoadOptions load = load(target);
    Workload visitors = null;
    if (isRecorded()) {
      MixReplay replay = recorded.visitors(target, server, this::say);
      tuning.leaveOut(replay.leftOutParts());
      visitors = replay.workload(RecordedVisits.REQUESTS_MAX);
    }
    try (LoadGenerator generator = new LoadGenerator(load, visitors)) {
      tuning.run(new LoadedRun(server, load, generator::run, firstWarmup));
    }
  }

  /**
   * Returns the server's command, with the most of both for its memory and the database's bounds.
   */
  List<String> serve(ProfilingSettings settings) {
    List<String> command = new ArrayList<>(ServerJvm.command(MAIN, "serve"));
    command.addAll(List.of("--port", "0", "--admin-port", "0", "--admission", "off"));
    command.addAll(ServedPools.NOBODY_IS_LATE);
    command.addAll(ShopControl.arguments());
    command.addAll(List.of("--max-threads", Integer.toString(settings.threadsMax())));
    int most = Math.min(settings.threadsMax(), settings.connectionsMax());
    command.addAll(List.of(CONNECTIONS, Integer.toString(most)));
    command.addAll(serveFlags());
    if (patterns != null) {
      command.addAll(List.of(PATTERNS, patterns));
    }
    if (shop.war() != null) {
      // Without think times, thousands of visits a minute leave a session behind.
      addUnlessGiven(command, WarFlags.SESSION_MINUTES, "1");
      // An application without a DataSource has no pool to be sized, which its server then says.
      addUnlessGiven(command, DatabaseFlags.DATABASE, DatabaseFlags.EMBEDDED);
    }
    return command;
  }

  private void addUnlessGiven(List<String> command, String flag, String value) {
    if (!spec.commandLine().getParseResult().hasMatchedOption(flag)) {
      command.addAll(List.of(flag, value));
    }
  }

  /** Returns the environment of the server that is started here. */
  Map<String, String> environment() {
    return shop.environment();
  }

  /** Returns the shop's flags as they were given, without those of {@link #environment}. */
  private List<String> serveFlags() {
    List<String> flags = new ArrayList<>();
    for (OptionSpec given : givenFlags()) {
      if (given.longestName().equals(DatabaseFlags.PASSWORD)) {
        continue;
      }
      flags.add(given.longestName());
      if (given.arity().max() > 0) {
        flags.addAll(given.originalStringValues());
      }
    }
    return flags;
  }

  private List<OptionSpec> givenFlags() {
    return spec.mixins().get("shop").options().stream()
        .map(option -> spec.commandLine().getParseResult().matchedOption(option.longestName()))
        .filter(Objects::nonNull)
        .toList();
  }

  private LoadFlags.Workload workload() {
    return workload == null ? shop.workload() : workload;
  }

  private LoadOptions load(URI target) {
    return LoadOptions.builder(target)
        .seed(seed)
        .mix(workload().mix())
        .users(shop.users())
        .items(shop.items())
        .thinkMean(Duration.ZERO)
        .patience(Duration.ofMillis(ServedPools.TIMEOUT_MILLIS))
        .warmup(warmup)
        .duration(run)
        .closedPopulation(1)
        .build();
  }

  String commandLine() {
    return "./headwaiter tune pools "
        + Secrets.masked(spec.commandLine().getParseResult().originalArgs());
  }
}

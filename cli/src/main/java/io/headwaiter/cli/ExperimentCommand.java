package io.headwaiter.cli;

import io.headwaiter.apps.auction.AuctionScale;
import io.headwaiter.lab.experiment.Experiments;
import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.outcome.Settings;
import io.headwaiter.lab.server.ServerJvm;
import io.headwaiter.lab.study.OverloadDemo;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code headwaiter experiment}: runs one experiment, or parts of it. */
@Command(
    name = "experiment",
    mixinStandardHelpOptions = true,
    description = {
      "Measures one thing and writes summary.json, run.json, table.txt and report.html.",
      "demo: as the command of this name, with its usual options.",
      "overhead: Headwaiter's CPU per session beside the stock server's, at half load.",
      "refusal: what it costs the server to refuse a connection.",
      "lying: what hellos gain that falsely claim to resume.",
      "door: all claims about the door, in parts: engines, proxies, refusal, under-refusals, lying,",
      "  fairness, waiting, soak. An hour at most; --quick under nine minutes. Needs 20,000 file",
      "  descriptors for each process, haproxy and nginx.",
      "governor: all claims about the governor, in parts: serving, steps, costs, overhead, micro,",
      "  scenarios, slow-database, start. 80 minutes at most; --quick under twelve. The step of the",
      "  processor needs a control group with a quota that this user may make (root).",
      "rivals: other ways to protect a Tomcat, each with the best setting that trying finds for each",
      "  load, in parts: rivals, patient, static. Two hours at most; --quick under seven minutes. Needs",
      "  haproxy.",
      "browsers: the demo's overload by customers that fetch what pages embed, in parts: http1, http2.",
      "  30 minutes at most; --quick nine.",
      "foreign: customers that the law was not written for, beside the stock server's best, in parts:",
      "  kept, reconnecting, browser, machine, delay-targets. 115 minutes at most; --quick under 12.",
      "provisioning: two shops on one processor, which moves between them by what they say they need;",
      "  needs such control groups.",
      "connection-caching: a database connection kept for a whole request, in parts: phases, gain,",
      "  tested, gaps, computing, embedded, times, cost. Three hours at most; --quick under eight.",
      "  Needs PostgreSQL.",
      "pools: profiles the bookstore, and checks what the pool model says of other sizes and loads.",
      "  In parts: postgresql, h2. 190 minutes at most; --quick ten.",
      "abuse: what attacks take from honest visits, on fresh servers, in parts: calm, harvest, psk-ke,",
      "  streams, streams-light, hog, many-hogs, stall, silent, bodies, heads, replay, idle, unfinished,",
      "  descriptors, binders, forged, half-hellos, rapid-reset. 142 minutes at most; --quick under ten.",
      "seen: what it costs to watch a server, whether its figures are true, when the alert of an",
      "  overload fires, an application with the starter, and two servers behind HAProxy, in parts:",
      "  watching, agreement, alerts, starter, nodes.",
      "  Needs haproxy, prometheus and such control groups.",
      "limit: Headwaiter's connections beside nginx, proxies, stock Tomcat and the signature alone: full",
      "  and resumed handshakes, kept connections, and the first seconds of a server. An hour at most;",
      "  --quick under seven minutes. Needs haproxy, nginx and openssl.",
      "architectures: a worker for each connection beside ten for all, with and without TLS (Beltran",
      "  2005). scalability: a multithreaded server with and without admission control (Guitart 2007).",
      "  scalability-postgresql: the same with PostgreSQL. processors: the same with quarters of a",
      "  processor; needs such control groups. anatomy: what the time of its connections goes to.",
      "  ssl-impact: what TLS costs, and how clients change it (Beltran 2004). handshake-cost: full",
      "  and resumed handshakes by engine, version, key and group. cipher-suites: the supplier with",
      "  TLS and without (Garcia 2007). unscaled: whether verdicts depend on the scaling of times.",
      "  fidelity: our load generator beside httperf, which it needs. Each under an hour; --quick under",
      "  six minutes. With --target scalability, ssl-impact and handshake-cost measure a server of your",
      "  own, see docs/curve.md.",
      "The others take five to fifteen minutes; --quick about four at most."
    })
final class ExperimentCommand implements Callable<Integer> {
  private static final String MAIN = "io.headwaiter.cli.LabMain";

  @Parameters(
      paramLabel = "NAME",
      arity = "0..1",
      description =
          "demo, overhead, refusal, lying, door, governor, rivals, browsers, foreign,"
              + " architectures, scalability, scalability-postgresql, processors, anatomy, ssl-impact,"
              + " handshake-cost, cipher-suites, unscaled, fidelity, provisioning, connection-caching, pools,"
              + " abuse, seen or limit")
  private String name;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = {
        "folder for all that is written and for logs (default: out/NAME). What its",
        "  observations.jsonl has is not measured again, so an ended run can go on."
      })
  private Path folder;

  @Option(
      names = "--only",
      paramLabel = "PART",
      split = ",",
      description = "of an experiment with parts only these, with commas between (default: all)")
  private List<String> only = List.of();

  @Option(names = "--quick", description = "shorter, with wider intervals")
  private boolean quick;

  @Option(names = "--list", description = "names all experiments with their parts, runs nothing")
  private boolean list;

  @Option(names = "--dry-run", description = "says what would run and for how long at most")
  private boolean dryRun;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = {
        "of declared experiments, rounds before the first look at the claims, 2 to 100; up to as many",
        "  again follow while a claim is undecided (default: as declared, see --dry-run)"
      })
  private int rounds;

  @Option(
      names = "--seed",
      defaultValue = "1",
      description = "decides arrivals, walks and think times (default: 1)")
  private long seed;

  @Mixin private TargetFlags target;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (list) {
      Experiments.NAMES.forEach(each -> spec.commandLine().getOut().println(listed(each)));
      return 0;
    }
    if (name == null || !Experiments.NAMES.contains(name)) {
      throw new ParameterException(
          spec.commandLine(),
          (name == null ? "Name an experiment" : "There is no experiment \"" + name + "\"")
              + "; there are: "
              + String.join(", ", Experiments.NAMES)
              + ".");
    }
    checkParts();
    List<String> serve = ServerJvm.command(MAIN, "serve");
    Path out = folder == null ? Path.of("out", name) : folder;
    Experiments experiments = new Experiments(settings(), serve, out, System.out);
    if (dryRun) {
      if (name.equals(Experiments.PROVISIONING)) {
        throw new ParameterException(
            spec.commandLine(), "--dry-run knows no plan of " + name + "; it takes 12 minutes.");
      }
      experiments.dryRun(name, only);
      return 0;
    }
    experiments.run(name, only, commandLine());
    return 0;
  }

  private Settings settings() throws IOException {
    try {
      return target.addTo(Settings.of(quick, customers()).withRounds(rounds), name);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private Customers customers() {
    if (name.equals(Experiments.DEMO)) {
      return OverloadDemo.customers(quick, seed);
    }
    AuctionScale shop = AuctionScale.demo();
    return Customers.of(seed).withShop(shop.users(), shop.oldItems() + shop.activeItems());
  }

  private static String listed(String experiment) {
    List<String> parts = Experiments.parts(experiment);
    return parts.isEmpty() ? experiment : experiment + ": " + String.join(", ", parts);
  }

  private void checkParts() {
    List<String> parts = Experiments.parts(name);
    if (parts.isEmpty() && !only.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "--only chooses parts; " + name + " has none.");
    }
    if (!parts.containsAll(only)) {
      throw new ParameterException(
          spec.commandLine(),
          "--only knows the parts "
              + String.join(", ", parts)
              + "; got "
              + String.join(",", only)
              + ".");
    }
  }

  /** Returns the command as it was given, so that it can be run again. */
  private String commandLine() {
    return "./headwaiter " + String.join(" ", spec.commandLine().getParseResult().originalArgs());
  }
}

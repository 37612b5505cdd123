package io.headwaiter.lab.experiment;

import static io.headwaiter.lab.experiment.DemoPlan.HEADWAITER;
import static io.headwaiter.lab.experiment.DemoPlan.STOCK;

import io.headwaiter.lab.load.LoadGenerator;
import io.headwaiter.lab.report.Check;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Peak completed sessions per second of the auction: Headwaiter on BoringSSL with its gate open,
 * and HAProxy and nginx, each ending TLS in front of a Tomcat on plain HTTP, all on one processor.
 * Belongs to one thread.
 */
final class DoorProxies implements ExperimentPart {
  static final String NAME = "proxies";

  private static final double AT_LEAST = 1;
  private static final int CONTENDERS = 3;
  private static final int WARM_UPS = 4;

  private final ExperimentSetting setting;
  private final ContestPlan plan;
  private final List<String> notes = new ArrayList<>();

  DoorProxies(ExperimentSetting setting, ContestPlan plan) {
    this.setting = setting;
    this.plan = plan;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Duration longest() {
    return plan.longest(WARM_UPS, CONTENDERS);
  }

  @Override
  public ExperimentOutcome run() throws IOException, InterruptedException {
    Map<Proxy, Path> found = new LinkedHashMap<>();
    for (Proxy proxy : Proxy.values()) {
      proxy
          .find()
          .ifPresentOrElse(program -> found.put(proxy, program), () -> notes.add(proxy.missing()));
    }
    if (found.isEmpty()) {
      notes.add("The part " + NAME + " was not run.");
      return new ExperimentOutcome("not run: no proxy is installed\n", List.of(), notes, Map.of());
    }
    Path folder = Files.createTempDirectory("headwaiter-proxies");
    try {
      return contest(found, folder);
    } finally {
      delete(folder);
    }
  }

  private ExperimentOutcome contest(Map<Proxy, Path> found, Path folder)
      throws IOException, InterruptedException {
    DemoPlan shop = new DemoPlan(List.of(), List.of(), DemoTiming.FULL, plan.customers());
    List<ServerProcess> proxies = new ArrayList<>();
    try (ServerProcess ours =
            setting.start(
                HEADWAITER,
                "proxies-headwaiter",
                shop,
                "--tls",
                "boringssl",
                "--admission",
                "off");
        ServerProcess behind = setting.start(STOCK, "proxies-stock", shop, "--plain-http");
        LoadGenerator generator =
            new LoadGenerator(
                plan.load(URI.create("https://127.0.0.1:1"), Duration.ZERO, plan.window(), 0))) {
      List<Contender> contenders = new ArrayList<>();
      List<Contender> warmUps = new ArrayList<>();
      Contender headwaiter = Contender.of(HEADWAITER, setting.pinning(), ours);
      contenders.add(headwaiter);
      for (Map.Entry<Proxy, Path> one : found.entrySet()) {
        String name = one.getKey().program();
        ServerProcess proxy =
            ProxyProcess.start(
                one.getKey(),
                one.getValue(),
                setting,
                folder.resolve(name),
                behind.target().getPort(),
                shop.keepAlive());
        proxies.add(proxy);
        Contender proxied = Contender.of(name, setting.pinning(), proxy, behind);
        contenders.add(proxied);
        // the Tomcat behind is warmed up once for each proxy; ours gets as much
        warmUps.addAll(List.of(headwaiter, proxied));
      }
      Contest contest = new Contest(plan, generator::run, setting.progress());
      ContestFigures figures = contest.run(warmUps, contenders);
      notes.addAll(contest.notes());
      return outcome(figures, found.keySet().stream().map(Proxy::program).toList(), notes);
    } finally {
      proxies.forEach(ServerProcess::close);
    }
  }

  static ExperimentOutcome outcome(
      ContestFigures figures, List<String> proxies, List<String> before) {
    List<String> notes = new ArrayList<>(before);
    notes.addAll(figures.notes());
    String best = figures.best(proxies);
    notes.add("Pages have no additional work, so that what differs is not hidden behind it.");
    notes.add("Of the proxies " + best + " completed most; the check compares with it.");
    Map<String, Object> raw = new LinkedHashMap<>();
    for (String proxy : proxies) {
      raw.put(
          "headwaiterOf" + proxy, figures.ratio(HEADWAITER, proxy, ContestRun::completedPerSecond));
    }
    raw.put("runs", figures.raw());
    Check least =
        Check.atLeast(
            "peak-of-best-proxy",
            "On the auction Headwaiter with BoringSSL completes at its peak at least as many sessions"
                + " per second as the better of HAProxy and nginx ending TLS in front of Tomcat on the"
                + " same core",
            figures.ratio(HEADWAITER, best, ContestRun::completedPerSecond),
            "of the proxy's",
            AT_LEAST);
    return new ExperimentOutcome(figures.table(), List.of(least), notes, raw);
  }

  /** The key in it is worth nothing, but nobody wants it left behind. */
  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}

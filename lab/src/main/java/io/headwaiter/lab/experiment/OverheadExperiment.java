package io.headwaiter.lab.experiment;

import static io.headwaiter.lab.experiment.DemoPlan.HEADWAITER;
import static io.headwaiter.lab.experiment.DemoPlan.STOCK;

import com.fasterxml.jackson.databind.JsonNode;
import io.headwaiter.lab.load.LoadGenerator;
import io.headwaiter.lab.load.LoadOptions;
import io.headwaiter.lab.report.Numbers;
import io.headwaiter.lab.results.LoadResult;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Headwaiter's CPU per session against the stock server's at half load, in pairs: both servers run
 * all the time on the same processor, one serves while the other idles. Belongs to one thread.
 */
final class OverheadExperiment {
  private static final double HALF = 0.5;
  private static final double MODERATE_LOAD = 0.6;
  // The generator begins a run a little after it is told to, see LoadGenerator.
  private static final long BEGIN_MILLIS = 20;

  /**
   * A server of the pair.
   *
   * @param name for table and log
   * @param server value of {@code --server}
   * @param arguments further ones of serve
   */
  record Side(String name, String server, List<String> arguments) {}

  /**
   * What was measured.
   *
   * @param ratePerSecond half load, sessions per second
   * @param pairs in order; {@code stock} is the first side, {@code headwaiter} the second
   */
  record Measured(double ratePerSecond, List<OverheadFigures.Pair> pairs) {}

  /** Looks at the second side while it runs, at the end of the pairs. */
  @FunctionalInterface
  interface Look {
    void at(ServerProcess second) throws IOException, InterruptedException;
  }

  // What a stock Tomcat has, so that nothing but the door differs.
  private static final Side OURS = new Side(HEADWAITER, HEADWAITER, List.of("--tls", "jsse"));

  private final ExperimentSetting setting;
  private final OverheadPlan plan;
  private final ProgressLine progress;
  private final List<String> notes = new ArrayList<>();

  OverheadExperiment(ExperimentSetting setting, OverheadPlan plan) {
    this.setting = setting;
    this.plan = plan;
    this.progress = setting.progress();
  }

  ExperimentOutcome run() throws IOException, InterruptedException {
    Measured measured = pairs(new Side(STOCK, STOCK, List.of()), OURS, second -> {});
    return outcome(measured.ratePerSecond(), new OverheadFigures(measured.pairs()));
  }

  /** What the reader has to know. */
  List<String> notes() {
    return List.copyOf(notes);
  }

  /** Any two servers in pairs at half load; half load is the first's. */
  Measured pairs(Side one, Side other, Look look) throws IOException, InterruptedException {
    LoadOptions any =
        plan.demo().load(URI.create("https://127.0.0.1:1"), 1, Duration.ZERO, plan.window(), 1);
    try (ServerProcess first = start(one);
        ServerProcess second = start(other);
        LoadGenerator generator = new LoadGenerator(any)) {
      Measured measured = measure(first, second, generator::run);
      look.at(second);
      return measured;
    }
  }

  private ServerProcess start(Side side) throws IOException, InterruptedException {
    return setting.start(
        side.server(), side.name(), plan.demo(), side.arguments().toArray(String[]::new));
  }

  private Measured measure(ServerProcess stock, ServerProcess ours, LoadDriver driver)
      throws IOException, InterruptedException {
    double rate = halfLoad(stock, driver, warmUp(stock, ours, driver));
    progress.done("half load: " + Numbers.plain(rate) + " sessions per second");
    Map<String, ServerProcess> servers = Map.of(STOCK, stock, HEADWAITER, ours);
    List<OverheadFigures.Pair> pairs = new ArrayList<>();
    for (int pair = 0; pair < plan.pairs(); pair++) {
      Map<String, HalfLoadRun> halves = new HashMap<>();
      List<String> order = OverheadPlan.order(pair);
      for (String name : order) {
        progress.step("pair " + (pair + 1) + " of " + plan.pairs() + ", " + name);
        String idle = order.get(name.equals(order.get(0)) ? 1 : 0);
        halves.put(
            name, half(name, servers.get(name), servers.get(idle), driver, rate, plan.seed(pair)));
      }
      pairs.add(new OverheadFigures.Pair(halves.get(STOCK), halves.get(HEADWAITER)));
    }
    return new Measured(rate, pairs);
  }

  /**
   * Alternately, until both are flat at once or the windows are used up; returns a moderate rate.
   */
  private double warmUp(ServerProcess stock, ServerProcess ours, LoadDriver driver)
      throws InterruptedException {
    WarmUp first = new WarmUp(STOCK, stock, plan.demo(), driver, progress);
    WarmUp second = new WarmUp(HEADWAITER, ours, plan.demo(), driver, progress);
    while (first.windows() < plan.minWarmUpWindows() || !(first.done() && second.done())) {
      first.step();
      second.step(); // as many windows for both, also when one was flat sooner
    }
    for (WarmUp one : List.of(first, second)) {
      one.report(notes);
    }
    Idleness.await(stock, plan.demo().timing().settle());
    Idleness.await(ours, plan.demo().timing().settle());
    return first.rate(MODERATE_LOAD);
  }

  private double halfLoad(ServerProcess stock, LoadDriver driver, double moderate)
      throws InterruptedException {
    progress.step("looking for half load");
    LoadOptions load =
        plan.demo().load(stock.target(), moderate, plan.leadIn(), plan.window(), plan.seed(-1));
    CpuSampler cpu = new CpuSampler(TaskClock.of(stock.pid())::seconds);
    LoadResult result;
    try (cpu) {
      result = driver.run(load, progress::load);
    }
    return HALF * WarmUp.fitsPerSecond(inWindow(cpu) / result.replies().total());
  }

  private HalfLoadRun half(
      String name,
      ServerProcess busy,
      ServerProcess idle,
      LoadDriver driver,
      double rate,
      long seed)
      throws IOException, InterruptedException {
    LoadOptions load = plan.demo().load(busy.target(), rate, plan.leadIn(), plan.window(), seed);
    TaskClock clock = TaskClock.of(busy.pid());
    Front before = Front.of(busy, clock);
    LoadResult result;
    CpuSampler cpu = new CpuSampler(clock::seconds);
    CpuSampler idleCpu = new CpuSampler(TaskClock.of(idle.pid())::seconds);
    try (cpu;
        idleCpu) {
      result = driver.run(load, progress::load);
    }
    HalfLoadRun.FrontCpu front = before == null ? null : Front.of(busy, clock).since(before);
    Idleness.await(busy, plan.demo().timing().settle());
    distrust(name, result);
    return new HalfLoadRun(
        name,
        result.windowSeconds(),
        inWindow(cpu),
        inWindow(idleCpu),
        result.replies().total(),
        result.sessions().completed(),
        result.sessions().refused(),
        result.sessions().broken(),
        front);
  }

  private double inWindow(CpuSampler cpu) {
    long from = BEGIN_MILLIS + plan.leadIn().toMillis();
    return cpu.seconds(from, from + plan.window().toMillis());
  }

  private void distrust(String name, LoadResult result) {
    if (result.generator().generatorSaturated()) {
      notes.add("The load generator itself was short of CPU in a window of " + name + ".");
    }
  }

  private ExperimentOutcome outcome(double rate, OverheadFigures figures) {
    notes.addAll(figures.notes());
    Map<String, Object> raw = new LinkedHashMap<>();
    raw.put("sessionsPerSecond", rate);
    raw.put("leadInSeconds", plan.leadIn().toMillis() / 1000.0);
    raw.put("windowSeconds", plan.window().toMillis() / 1000.0);
    raw.put("pageWorkKib", plan.demo().customers().pageWorkKib());
    raw.putAll(figures.raw());
    return new ExperimentOutcome(figures.table(), figures.checks(), notes, raw);
  }

  /** Totals of the threads in front and of the process, at one instant. */
  private record Front(double frontMillis, double processMillis, long arrived) {
    /** Null when the server has no admin endpoint. */
    static Front of(ServerProcess server, TaskClock clock) throws IOException {
      if (server.admin().isEmpty()) {
        return null;
      }
      JsonNode status = StatusReader.status(server.admin().get());
      return new Front(
          status.path("frontCpuMillis").asDouble(Double.NaN),
          1000 * clock.seconds(),
          status.path("arrived").asLong());
    }

    HalfLoadRun.FrontCpu since(Front before) {
      return new HalfLoadRun.FrontCpu(
          frontMillis - before.frontMillis,
          processMillis - before.processMillis,
          arrived - before.arrived);
    }
  }
}

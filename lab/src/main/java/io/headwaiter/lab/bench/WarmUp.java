package io.headwaiter.lab.bench;

import io.headwaiter.lab.outcome.ProgressLine;
import io.headwaiter.lab.server.ServerUnderTest;
import io.headwaiter.lab.study.Visits;
import io.headwaiter.load.LoadOptions;
import io.headwaiter.load.results.LoadResult;
import io.headwaiter.load.text.Numbers;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/**
 * Warms one server up: load in short windows, at a rate that keeps it busy, until its CPU per reply
 * is flat or the plan's bound on windows is reached. Two servers can be warmed in turns. Not
 * thread-safe.
 */
final class WarmUp {
  /** Highest rate that is ever offered, in sessions per second. */
  static final double MAX_RATE = 5000;

  private static final double FIRST_RATE = 30;
  private static final double LOAD = 0.9;
  private static final double FLAT = 0.05;

  private final String name;
  private final ServerUnderTest server;
  private final Steps steps;
  private final LoadDriver driver;
  private final ProgressLine progress;
  private final Flatness flatness;
  private double rate = FIRST_RATE;
  private double fitsPerSecond = Double.NaN;
  private boolean reachedFlat;
  private int windows;
  private int windowsMax;

  /**
   * How it is done.
   *
   * @param window length of one
   * @param compileWindows with the load's processor to compile on
   * @param windowsMax bound on those after that
   * @param loads what comes
   */
  record Steps(Duration window, int compileWindows, int windowsMax, Loads loads) {
    static Steps of(TrialPlan plan) {
      TrialTiming timing = plan.timing();
      // The same customers in every window: what changes then is the server.
      return new Steps(
          timing.warmUpWindow(),
          timing.compileWindows(),
          timing.maxWarmUpWindows(),
          (target, rate, window) ->
              plan.load(target, rate, Duration.ZERO, window, plan.customers().seed()));
    }
  }

  /** A load at any rate. */
  @FunctionalInterface
  interface Loads {
    LoadOptions at(URI target, double ratePerSecond, Duration window);
  }

  WarmUp(
      String name,
      ServerUnderTest server,
      TrialPlan plan,
      LoadDriver driver,
      ProgressLine progress) {
    this(name, server, Steps.of(plan), driver, progress);
  }

  WarmUp(
      String name, ServerUnderTest server, Steps steps, LoadDriver driver, ProgressLine progress) {
    this.name = name;
    this.server = server;
    this.steps = steps;
    this.driver = driver;
    this.progress = progress;
    this.windowsMax = steps.windowsMax();
    this.flatness = new Flatness(FLAT, windowsMax);
  }

  /**
   * The visits per second that one core can carry: {@code 1 / (c * r)}, with c the CPU seconds per
   * page and r the mean pages of a visit; {@link #MAX_RATE} at most.
   *
   * <p>Worked: 2 ms per page give 58.8 visits of 8.5 pages per second, and 500 of one page.
   *
   * @throws IllegalArgumentException when the cost is not a number above 0
   */
  static double fitsPerSecond(double cpuSecondsPerPage, double pagesPerVisit) {
    if (!(cpuSecondsPerPage > 0) || Double.isInfinite(cpuSecondsPerPage)) {
      throw new IllegalArgumentException(
          "what fits cannot be computed from "
              + cpuSecondsPerPage
              + " CPU seconds per page; the server answered nothing, or the system does not tell"
              + " CPU times");
    }
    return Math.min(MAX_RATE, 1 / (cpuSecondsPerPage * pagesPerVisit));
  }

  /** One more window. */
  void step() throws InterruptedException {
    progress.step("warming up " + name + ", " + Numbers.plain(rate) + "/s");
    windows++;
    Duration window = steps.window();
    double before = server.cpuSeconds();
    LoadOptions load = steps.loads().at(server.target(), rate, window);
    LoadResult result = driver.run(load, progress::load);
    double cpu = server.cpuSeconds() - before;
    flatness.add(cpu / result.replies().total());
    fitsPerSecond = fits(cpu / result.replies().pages(), Visits.pages(load));
    reachedFlat |= flatness.flat();
    rate = nextRate(rate, cpu / (window.toMillis() / 1000.0));
  }

  /** First with the load's processor to compile on, then on its own until it is done. */
  void compileThenUntilDone() throws IOException, InterruptedException {
    together(List.of(this));
  }

  /**
   * Warms several servers up in turns: first with the load's processor to compile on, then each on
   * its own until all have been flat or the windows are used up. All get as many windows, also when
   * one is flat sooner.
   */
  static void together(List<WarmUp> all) throws IOException, InterruptedException {
    borrowProcessors(all, /* borrow= */ true);
    for (int i = 0; i < all.get(0).steps.compileWindows(); i++) {
      step(all);
    }
    borrowProcessors(all, /* borrow= */ false);
    all.forEach(WarmUp::startOver);
    while (!all.stream().allMatch(WarmUp::wasFlatOrIsOutOfWindows)) {
      step(all);
    }
  }

  private static void borrowProcessors(List<WarmUp> all, boolean borrow)
      throws IOException, InterruptedException {
    for (WarmUp one : all) {
      one.server.borrowProcessors(borrow);
    }
  }

  private static void step(List<WarmUp> all) throws InterruptedException {
    for (WarmUp one : all) {
      one.step();
    }
  }

  String name() {
    return name;
  }

  /** Tells what was done, and notes it if it was not enough. */
  void report(List<String> notes) {
    progress.done(words());
    if (!reachedFlat) {
      notes.add("Not flat: " + words() + ".");
    }
  }

  /** What came before does not count towards being flat, nor towards the bound. */
  void startOver() {
    flatness.clear();
    reachedFlat = false;
    windowsMax = windows + steps.windowsMax();
  }

  /** Flat after some window since it started over: a server that is warm stays warm. */
  boolean wasFlat() {
    return reachedFlat;
  }

  private boolean wasFlatOrIsOutOfWindows() {
    return reachedFlat || windows >= windowsMax;
  }

  /** The rate that uses such a share of the core, in sessions per second, as far as is known. */
  double rate(double load) {
    return rate * load / LOAD;
  }

  /**
   * Visits per second that fill a processor, from the CPU time of a page in the last window in
   * which one was answered; NaN if none was. The rate of a window that begins without visits is too
   * high.
   */
  double fitsPerSecond() {
    return fitsPerSecond;
  }

  /** A window without pages tells nothing. */
  private double fits(double cpuSecondsPerPage, double pagesPerVisit) {
    return cpuSecondsPerPage > 0 && Double.isFinite(cpuSecondsPerPage)
        ? fitsPerSecond(cpuSecondsPerPage, pagesPerVisit)
        : fitsPerSecond;
  }

  /** What was done, for the reader. */
  String words() {
    return "warmed up " + name + " in " + windows + " windows";
  }

  /**
   * Towards a busy core, which compiles its hot code soonest, by at most a factor of three at once.
   */
  private static double nextRate(double rate, double busyCores) {
    double wanted =
        Double.isFinite(busyCores) && busyCores > 0 ? rate * LOAD / busyCores : 2 * rate;
    return Math.min(MAX_RATE, Math.min(3 * rate, Math.max(rate / 3, wanted)));
  }
}

package io.headwaiter.lab.experiment;

import static io.headwaiter.lab.experiment.DemoPlan.HEADWAITER;

import io.headwaiter.lab.results.LoadResult;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Warms Headwaiter up and finds the sessions per second that fill its processor. */
final class Fitting {
  private static final double LIGHT_RATE = 20;

  private final ServerProcess server;
  private final DemoPlan demo;
  private final Pinning pinning;
  private final ProgressLine progress;
  private final List<String> notes;

  /**
   * @param notes takes what the reader has to know
   */
  Fitting(
      ServerProcess server,
      DemoPlan demo,
      Pinning pinning,
      ProgressLine progress,
      List<String> notes) {
    this.server = server;
    this.demo = demo;
    this.pinning = pinning;
    this.progress = progress;
    this.notes = notes;
  }

  /**
   * Sessions per second, computed from the CPU time of a reply under a light load, in which nobody
   * is refused.
   */
  double find(LoadDriver driver, Duration lightLoad, long seed)
      throws IOException, InterruptedException {
    warmUp(driver);
    progress.step("looking for what fits");
    double before = server.cpuSeconds();
    LoadResult result =
        driver.run(
            demo.load(server.target(), LIGHT_RATE, Duration.ZERO, lightLoad, seed), progress::load);
    Idleness.await(server, demo.timing().settle());
    double cpu = server.cpuSeconds() - before;
    return WarmUp.fitsPerSecond(cpu / result.replies().total());
  }

  /** First with the load's processor to compile on, then on its own until it is flat. */
  private void warmUp(LoadDriver driver) throws IOException, InterruptedException {
    PinnedServer pinned = new PinnedServer(server, pinning);
    WarmUp warmUp = new WarmUp(HEADWAITER, pinned, demo, driver, progress);
    warmUp.compileThenUntilDone();
    warmUp.report(notes);
    Idleness.await(server, demo.timing().settle());
  }
}

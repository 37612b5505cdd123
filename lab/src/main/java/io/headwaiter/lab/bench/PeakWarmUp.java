package io.headwaiter.lab.bench;

import io.headwaiter.lab.outcome.ProgressLine;
import io.headwaiter.lab.server.Contender;
import io.headwaiter.lab.server.Idleness;
import io.headwaiter.load.LoadOptions;
import io.headwaiter.load.results.LoadResult;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Warms a contender up with the load it will be measured under: first with the load's processor to
 * compile on, then on its own until its CPU time for a reply is flat.
 */
public final class PeakWarmUp {
  private static final double FLAT = 0.05;

  private final LoadDriver driver;
  private final ProgressLine progress;
  private final List<String> notes;

  /**
   * @param notes takes what the reader has to know
   */
  public PeakWarmUp(LoadDriver driver, ProgressLine progress, List<String> notes) {
    this.driver = driver;
    this.progress = progress;
    this.notes = notes;
  }

  /**
   * Warms up.
   *
   * @param load of each window, by its number from 0
   * @param compileWindows windows with the load's processor
   * @param most windows after that, if it is not flat sooner
   * @param settle longest wait afterwards
   * @return whether its CPU time for a reply was steady at the end
   */
  public boolean run(
      Contender contender,
      IntFunction<LoadOptions> load,
      int compileWindows,
      int most,
      Duration settle)
      throws IOException, InterruptedException {
    contender.borrowProcessors(true);
    for (int i = 0; i < compileWindows; i++) {
      window(contender, load.apply(i));
    }
    contender.borrowProcessors(false);
    Flatness flatness = new Flatness(FLAT, most);
    int windows = 0;
    while (windows < most && !flatness.flat()) {
      flatness.add(window(contender, load.apply(compileWindows + windows)));
      windows++;
    }
    if (!flatness.flat()) {
      notes.add(
          contender.name() + " was not flat after " + windows + " windows on its own processor.");
    }
    Idleness.await(contender::cpuSeconds, settle);
    return flatness.flat();
  }

  /** CPU seconds for each reply. */
  private double window(Contender contender, LoadOptions load) throws InterruptedException {
    progress.step("warming up " + contender.name());
    double before = contender.cpuSeconds();
    LoadResult result = driver.run(load, progress::load);
    return (contender.cpuSeconds() - before) / result.replies().total();
  }
}

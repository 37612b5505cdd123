package io.headwaiter.lab.model;

import io.headwaiter.lab.load.LoadOptions;
import java.net.URI;
import java.time.Duration;

/**
 * A load to measure servers under.
 *
 * @param name in tables, unique within an experiment
 * @param options everything but the target, the seed and the times, which are of each run
 */
public record LoadSpec(String name, LoadOptions options) {

  /** Returns the options of one run. */
  public LoadOptions at(URI target, long seed, Duration lead, Duration window) {
    return options.toBuilder().seed(seed).warmup(lead).duration(window).build().withTarget(target);
  }
}

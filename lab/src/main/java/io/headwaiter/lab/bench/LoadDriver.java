package io.headwaiter.lab.bench;

import io.headwaiter.load.LoadOptions;
import io.headwaiter.load.Progress;
import io.headwaiter.load.results.LoadResult;
import java.util.function.Consumer;

/** Applies one load and tells what came of it; {@code LoadGenerator::run} is one. */
@FunctionalInterface
public interface LoadDriver {
  /** Runs the options to their end. */
  LoadResult run(LoadOptions options, Consumer<Progress> progress) throws InterruptedException;
}

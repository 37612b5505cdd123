package io.headwaiter.lab.load;

import io.headwaiter.lab.results.LoadResult;
import java.util.function.Consumer;

/**
 * Drives an HTTPS server with sessions and measures what they get.
 *
 * <p>One generator can do several runs one after another and keeps its event loops, TLS contexts
 * and compiled code warm between them. {@link #close()} may be called from any thread and ends a
 * run at once; everything else belongs to one thread.
 */
public final class LoadGenerator implements AutoCloseable {
  private final LoadOptions options;

  /** Makes a generator with the event loops of these options; nothing is sent yet. */
  public LoadGenerator(LoadOptions options) {
    this.options = options;
  }

  /**
   * Runs the options the generator was made with.
   *
   * @param progress called about twice a second on an unspecified thread; must not block
   * @throws InterruptedException when the calling thread is interrupted; the run is over then
   * @throws IllegalStateException when the generator is closed, also during the run
   */
  public LoadResult run(Consumer<Progress> progress) throws InterruptedException {
    return run(options, progress);
  }

  /**
   * Runs other options on the same event loops; {@code eventLoops} must be as at construction.
   *
   * @throws IllegalArgumentException when the number of event loops differs
   */
  @SuppressWarnings("DoNotCallSuggester")
  public LoadResult run(LoadOptions options, Consumer<Progress> progress)
      throws InterruptedException {
    throw new IllegalStateException("Cannot run " + options + ": no event loop is attached yet.");
  }

  @Override
  public void close() {}
}

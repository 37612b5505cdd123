package io.headwaiter.lab.bench;

import io.headwaiter.lab.server.Idleness;
import io.headwaiter.load.LoadGenerator;
import io.headwaiter.load.LoadOptions;
import io.headwaiter.load.Progress;
import io.headwaiter.load.results.LoadResult;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Loads of one bookstore, one after the other. Belongs to one thread. */
public final class BookstoreLoads implements AutoCloseable {
  private final BookstoreServer server;
  private final Duration settle;
  private final LoadGenerator generator;
  private final Set<String> notes = new LinkedHashSet<>();

  /**
   * Nobody has come yet.
   *
   * @param first any load of that server
   * @param settle longest wait for the server to become idle after a load
   */
  public BookstoreLoads(BookstoreServer server, LoadOptions first, Duration settle) {
    this.server = server;
    this.settle = settle;
    this.generator = new LoadGenerator(first);
  }

  /** Lets them come, and waits until the server has worked off what they left behind. */
  public LoadResult run(LoadOptions load, Consumer<Progress> progress) throws InterruptedException {
    LoadResult result = generator.run(load, progress);
    if (result.generator().generatorSaturated()) {
      notes.add(
          "The load generator, which shares its processor with the database, was late or short of"
              + " CPU in some windows.");
    }
    Idleness.await(server.contender()::cpuSeconds, settle);
    return result;
  }

  /** The generator itself, for who waits for the server in his own way and judges himself. */
  public LoadDriver driver() {
    return generator::run;
  }

  /** What the reader has to know. */
  public List<String> notes() {
    return List.copyOf(notes);
  }

  @Override
  public void close() {
    generator.close();
  }
}

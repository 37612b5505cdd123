package io.headwaiter.lab.experiment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Reads a server's status ten times a second from construction to close, and does one thing at one
 * instant in between. A reading that fails is left out.
 */
final class ControlTrace implements AutoCloseable {
  /** Time between two readings. */
  static final long STEP_MILLIS = 100;

  /** Something to do to the server while it runs. */
  @FunctionalInterface
  interface Action {
    void run() throws IOException;
  }

  private final URI admin;
  private final long startNanos = System.nanoTime();
  private final List<ControlSample> samples = new ArrayList<>();
  private final ScheduledExecutorService timer =
      Executors.newScheduledThreadPool(
          2,
          task -> {
            Thread thread = new Thread(task, "control-trace");
            thread.setDaemon(true);
            return thread;
          });
  private final ScheduledFuture<?> reading;
  private final ScheduledFuture<Boolean> action;

  /**
   * Begins.
   *
   * @param admin of the server
   * @param atMillis when to act, since now
   */
  ControlTrace(URI admin, long atMillis, Action act) {
    this.admin = admin;
    this.reading = timer.scheduleAtFixedRate(this::read, 0, STEP_MILLIS, TimeUnit.MILLISECONDS);
    this.action = timer.schedule(() -> acted(act), atMillis, TimeUnit.MILLISECONDS);
  }

  private static boolean acted(Action act) throws IOException {
    act.run();
    return true;
  }

  private void read() {
    try {
      // the instant of asking: the answer takes a millisecond or two, also under load
      long millis = (System.nanoTime() - startNanos) / 1_000_000;
      ControlSample sample = ControlSample.of(millis, StatusReader.status(admin));
      synchronized (samples) {
        samples.add(sample);
      }
    } catch (IOException e) {
      return; // under a heavy load one may be lost; the next one comes in a tenth of a second
    }
  }

  /** All so far, in the order of time. */
  List<ControlSample> samples() {
    synchronized (samples) {
      return List.copyOf(samples);
    }
  }

  /**
   * Ends it.
   *
   * @throws UncheckedIOException when the action failed
   */
  @Override
  public void close() {
    reading.cancel(/* mayInterruptIfRunning= */ false);
    timer.shutdown();
    if (!action.isDone()) {
      return;
    }
    try {
      if (!action.get()) {
        throw new IllegalStateException("the step was not made");
      }
    } catch (ExecutionException e) {
      throw new UncheckedIOException(
          new IOException("the step could not be made: " + e.getCause().getMessage(), e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

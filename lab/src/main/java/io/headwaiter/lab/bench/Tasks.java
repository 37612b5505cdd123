package io.headwaiter.lab.bench;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Work that goes on beside a measurement. */
public final class Tasks {
  private Tasks() {}

  /**
   * Waits for the end of a task, and returns its result.
   *
   * @param failure what it means if the task failed, in words
   * @throws IOException with these words and the reason, if it failed
   */
  public static <T> T result(FutureTask<T> task, String failure)
      throws IOException, InterruptedException {
    try {
      return task.get();
    } catch (ExecutionException e) {
      throw new IOException(failure + ": " + e.getCause(), e);
    }
  }
}

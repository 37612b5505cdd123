package io.headwaiter.lab.bench;

import io.headwaiter.load.results.LoadResult;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Starts a server again while visits come. */
final class RestartMeanwhile {
  private RestartMeanwhile() {}

  /**
   * Runs visits, and starts the server again a while after they began.
   *
   * @throws IOException if the server does not start again
   */
  static LoadResult during(HelloSender.Visits visits, RunningServer server, Duration after)
      throws IOException, InterruptedException {
    FutureTask<Void> again =
        new FutureTask<>(
            () -> {
              Thread.sleep(after.toMillis());
              server.restart();
              return null;
            });
    Thread restarting = new Thread(again, "restart");
    restarting.start();
    try {
      return visits.run();
    } finally {
      end(again);
    }
  }

  private static void end(FutureTask<Void> again) throws IOException, InterruptedException {
    try {
      again.get();
    } catch (ExecutionException e) {
      throw new IOException("the server did not start again: " + e.getCause().getMessage(), e);
    }
  }
}

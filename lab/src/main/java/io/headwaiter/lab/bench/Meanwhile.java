package io.headwaiter.lab.bench;

import io.headwaiter.lab.model.Disturbance;
import io.headwaiter.lab.model.Disturbance.Restart;
import io.headwaiter.load.results.LoadResult;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.FutureTask;

/** Lets something happen to a server while visits come. */
final class Meanwhile {
  private Meanwhile() {}

  /** Something that happens to a server. */
  @FunctionalInterface
  private interface Event {
    void happen() throws IOException, InterruptedException;
  }

  /**
   * Returns the visits with what happens meanwhile: a quarter into the window the server starts
   * again or one of several is killed, or its quota comes into force when the window begins.
   */
  static HelloSender.Visits visits(
      Disturbance what,
      HelloSender.Visits calm,
      RunningServer server,
      Duration lead,
      Duration window) {
    if (what.restart() == Restart.MEANWHILE) {
      return () -> during(calm, lead.plus(window.dividedBy(4)), server::restart);
    }
    if (what.restart() == Restart.KILLED_NODE) {
      return () -> during(calm, lead.plus(window.dividedBy(4)), server::killNode);
    }
    if (what.quotaBefore() > 0) {
      return () -> {
        server.limitTo(what.quotaBefore());
        return during(calm, lead, server::limit);
      };
    }
    return calm;
  }

  /**
   * Runs visits, and lets something happen a while after they began.
   *
   * @throws IOException if it does not happen
   */
  private static LoadResult during(HelloSender.Visits visits, Duration after, Event event)
      throws IOException, InterruptedException {
    FutureTask<Void> task =
        new FutureTask<>(
            () -> {
              Thread.sleep(after.toMillis());
              event.happen();
              return null;
            });
    Thread thread = new Thread(task, "meanwhile");
    thread.start();
    try {
      return visits.run();
    } finally {
      Tasks.result(task, "what should happen to the server did not");
    }
  }
}

package io.headwaiter.lab.experiment;

import io.headwaiter.lab.load.RawHelloReplayer;
import io.headwaiter.lab.load.ReplayOptions;
import io.headwaiter.lab.report.Numbers;
import io.headwaiter.lab.results.ReplayResult;
import java.io.IOException;
import java.time.Duration;

/** Sends raw hellos to a server that refuses them all, and reads what that costs it. */
final class RefusalProbe {
  // Enough to keep going while a few wait a second for their SYN to be sent again.
  private static final int CONCURRENCY = 128;

  private RefusalProbe() {}

  /** Paced: a flood would leave its closed connections to be cleared away in the windows. */
  static void warmUp(ServerProcess server, Duration duration) throws IOException {
    replay(server, RefusalPlan.WARM_UP_RATE, duration);
  }

  /**
   * One window, after which the server is left alone until it is idle.
   *
   * @param rate hellos per second; {@link RefusalPlan#FLOOD} for as many as it refuses
   */
  static RefusalWindow window(
      String name, ServerProcess server, double rate, Duration duration, ProgressLine progress)
      throws IOException, InterruptedException {
    TaskClock clock = TaskClock.of(server.pid());
    double before = clock.seconds();
    ReplayResult result = replay(server, rate, duration);
    RefusalWindow window = new RefusalWindow(name, rate, clock.seconds() - before, result);
    progress.step(words(window));
    Idleness.await(server, duration);
    return window;
  }

  private static ReplayResult replay(ServerProcess server, double rate, Duration duration)
      throws IOException {
    ReplayOptions options =
        ReplayOptions.to(server.target())
            .concurrency(CONCURRENCY)
            .ratePerSecond(rate)
            .duration(duration)
            .sourceAddresses(SourceAddresses.countForFlood())
            .build();
    return new RawHelloReplayer(options).run();
  }

  private static String words(RefusalWindow window) {
    return "%s: %s refused per second, %s µs each"
        .formatted(
            window.server(),
            Numbers.plain(window.result().refusedPerSecond()),
            Numbers.plain(window.micros()));
  }
}

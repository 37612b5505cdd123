package io.headwaiter.lab.bench;

import io.headwaiter.load.GenuineHello;
import io.headwaiter.load.RawHelloReplayer;
import io.headwaiter.load.ReplayOptions;
import io.headwaiter.load.results.LoadResult;
import io.headwaiter.load.results.ReplayResult;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** Sends raw hellos to a server, alone or beside visits. */
final class HelloSender {

  private HelloSender() {}

  /** Visits to run while hellos are sent. */
  @FunctionalInterface
  interface Visits {
    LoadResult run() throws IOException, InterruptedException;
  }

  /** What became of visits and hellos that came at once. */
  record Both(LoadResult visits, ReplayResult hellos) {}

  /** Sends hellos, and returns when all are sent. */
  static ReplayResult send(ReplayOptions hellos, boolean genuine, URI target)
      throws IOException, InterruptedException {
    return genuine
        ? new RawHelloReplayer(hellos, genuineHello(target)).run()
        : new RawHelloReplayer(hellos).run();
  }

  /**
   * Runs visits and hellos that end together.
   *
   * @param lead how much later the hellos begin
   * @param genuine whether one visit's true hello is sent again and again
   * @throws IOException if the hellos end early
   */
  static Both beside(
      Visits visits, ReplayOptions hellos, Duration lead, boolean genuine, URI target)
      throws IOException, InterruptedException {
    byte[] hello = genuine ? genuineHello(target) : null;
    FutureTask<ReplayResult> task = new FutureTask<>(() -> later(lead, hellos, hello));
    Thread sender = new Thread(task, "hellos");
    sender.start();
    LoadResult result;
    try {
      result = visits.run();
    } catch (IOException | InterruptedException | RuntimeException e) {
      sender.interrupt();
      throw e;
    }
    return new Both(result, Tasks.result(task, "the hellos ended early"));
  }

  private static ReplayResult later(Duration lead, ReplayOptions hellos, byte[] genuine)
      throws IOException, InterruptedException {
    TimeUnit.MILLISECONDS.sleep(lead.toMillis());
    RawHelloReplayer replayer =
        genuine == null ? new RawHelloReplayer(hellos) : new RawHelloReplayer(hellos, genuine);
    return replayer.run();
  }

  private static byte[] genuineHello(URI target) throws IOException, InterruptedException {
    return GenuineHello.patiently(new InetSocketAddress(target.getHost(), target.getPort()));
  }
}

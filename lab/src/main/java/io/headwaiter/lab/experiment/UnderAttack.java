package io.headwaiter.lab.experiment;

import io.headwaiter.lab.load.GenuineHello;
import io.headwaiter.lab.load.LoadOptions;
import io.headwaiter.lab.load.RawHelloReplayer;
import io.headwaiter.lab.load.ReplayOptions;
import io.headwaiter.lab.results.LoadResult;
import io.headwaiter.lab.results.ReplayResult;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** Honest customers with raw hellos beside them, on one server. Belongs to one thread. */
final class UnderAttack {
  private static final String NEWEST = "TLSv1.3";
  private static final int GENUINE_TRIES = 20;
  private static final long GENUINE_PAUSE_MILLIS = 500;

  private final ServerProcess server;
  private final LoadDriver driver;
  private final ProgressLine progress;
  private final List<String> notes;

  /**
   * @param notes takes what the reader has to know
   */
  UnderAttack(ServerProcess server, LoadDriver driver, ProgressLine progress, List<String> notes) {
    this.server = server;
    this.driver = driver;
    this.progress = progress;
    this.notes = notes;
  }

  /** How the two sides of a run are made. */
  interface Sides {
    LoadOptions honest(URI target, double fits, int round);

    ReplayOptions hellos(URI target, Attack attack, double fits, int round);
  }

  /**
   * All attacks in turn, as often as the plan says.
   *
   * @param fits sessions per second that fit
   * @return for each round a run of every attack, in their order
   */
  List<List<LyingRun>> rounds(LyingPlan plan, List<Attack> attacks, double fits, Sides sides)
      throws IOException, InterruptedException {
    List<List<LyingRun>> rounds = new ArrayList<>();
    for (int round = 0; round < plan.rounds(); round++) {
      List<LyingRun> runs = new ArrayList<>();
      for (Attack attack : attacks) {
        progress.step("round " + (round + 1) + " of " + plan.rounds() + ", " + attack.name());
        URI target = server.target();
        LoadOptions honest = sides.honest(target, fits, round);
        runs.add(run(attack, honest, sides.hellos(target, attack, fits, round)));
        Idleness.await(server, plan.demo().timing().settle());
      }
      rounds.add(runs);
    }
    return rounds;
  }

  /**
   * One run.
   *
   * @param attack what the hellos say; they are left out when it is calm
   * @param hellos how they are sent; its duration ends with the honest load's
   * @throws IOException when the attack ends early
   */
  LyingRun run(Attack attack, LoadOptions honest, ReplayOptions hellos)
      throws IOException, InterruptedException {
    byte[] genuine = attack.replayed() ? genuineHello() : null;
    FutureTask<ReplayResult> task = new FutureTask<>(() -> send(honest, hellos, genuine));
    Thread sender = new Thread(task, "attack");
    TaskClock clock = TaskClock.of(server.pid());
    double before = clock.seconds();
    if (!attack.calm()) {
      sender.start();
    }
    LoadResult result;
    try {
      result = driver.run(honest, progress::load);
    } catch (InterruptedException | RuntimeException e) {
      sender.interrupt();
      throw e;
    }
    double seconds = (honest.run().warmupMillis() + honest.run().durationMillis()) / 1000.0;
    double cores = (clock.seconds() - before) / seconds;
    if (result.generator().generatorSaturated()) {
      notes.add("The load generator was short of CPU in a window of: " + attack.name() + ".");
    }
    return new LyingRun(attack.name(), result, attack.calm() ? null : ended(task), cores);
  }

  /** A gate that was overloaded a moment ago may send one more visitor away. */
  private byte[] genuineHello() throws IOException, InterruptedException {
    URI target = server.target();
    InetSocketAddress address = new InetSocketAddress(target.getHost(), target.getPort());
    for (int left = GENUINE_TRIES - 1; ; left--) {
      try {
        return GenuineHello.of(address, NEWEST);
      } catch (IOException e) {
        if (left == 0) {
          throw e;
        }
        TimeUnit.MILLISECONDS.sleep(GENUINE_PAUSE_MILLIS);
      }
    }
  }

  /** An attack shorter than the honest load begins later. */
  private static ReplayResult send(LoadOptions honest, ReplayOptions hellos, byte[] genuine)
      throws IOException, InterruptedException {
    long whole = honest.run().warmupMillis() + honest.run().durationMillis();
    TimeUnit.MILLISECONDS.sleep(Math.max(0, whole - hellos.duration().toMillis()));
    RawHelloReplayer replayer =
        genuine == null ? new RawHelloReplayer(hellos) : new RawHelloReplayer(hellos, genuine);
    return replayer.run();
  }

  private static ReplayResult ended(FutureTask<ReplayResult> hellos)
      throws IOException, InterruptedException {
    try {
      return hellos.get();
    } catch (ExecutionException e) {
      throw new IOException("the attack ended early: " + e.getCause().getMessage(), e);
    }
  }
}

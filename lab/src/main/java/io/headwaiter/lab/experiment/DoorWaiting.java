package io.headwaiter.lab.experiment;

import static io.headwaiter.lab.experiment.DemoPlan.HEADWAITER;

import com.fasterxml.jackson.databind.JsonNode;
import io.headwaiter.lab.load.HelloCrowd;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Memory of a server while thousands of clients wait. The formula lets in so many a second that the
 * room, which holds nobody that it cannot serve within its patience of a minute, has places for all
 * of them. Belongs to one thread.
 */
final class DoorWaiting implements ExperimentPart {
  static final String NAME = "waiting";

  private static final int INTERVAL_MILLIS = 500;
  // What two processors have in an interval, and some more.
  private static final double LET_IN_MILLIS = 2.1 * INTERVAL_MILLIS;
  private static final long LOOK_MILLIS = 200;
  private static final long MOST_NANOS = TimeUnit.MINUTES.toNanos(2);

  /**
   * How it is measured.
   *
   * @param rounds how often the crowd comes
   * @param clients who have to wait at once
   * @param gather longest time for that
   * @param newMillis of a processor that the formula takes a new connection for; 3.5 lets in 285 a
   *     second on one processor
   */
  record Plan(int rounds, int clients, Duration gather, double newMillis) {
    /** Some are being let in or sent away at any instant, and while the memory is read. */
    int crowd() {
      return clients + clients / 8 + (int) Math.ceil(LET_IN_MILLIS / newMillis);
    }

    int wanted() {
      return clients + clients / 20;
    }

    /** The room gets a quarter of that number. It is no number of descriptors. */
    int maxConnections() {
      return 4 * crowd() + 1000;
    }

    String[] serverArguments() {
      return RefusalPlan.smallShop(
          "--admission",
          "formula",
          "--formula-new-millis",
          Double.toString(newMillis),
          "--formula-resumed-millis",
          "0",
          "--formula-interval-millis",
          Integer.toString(INTERVAL_MILLIS),
          "--tls",
          "boringssl",
          "--waiting-room-max",
          Integer.toString(crowd()),
          "--waiting-patience-millis",
          "60000",
          "--waiting-target-millis",
          "60000",
          "--undecided-max",
          Integer.toString(crowd()),
          "--max-connections",
          Integer.toString(maxConnections()));
    }
  }

  private final ExperimentSetting setting;
  private final Plan plan;

  DoorWaiting(ExperimentSetting setting, Plan plan) {
    this.setting = setting;
    this.plan = plan;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Duration longest() {
    return plan.gather().multipliedBy(2L * plan.rounds());
  }

  @Override
  public ExperimentOutcome run() throws IOException, InterruptedException {
    List<WaitingFigures.Round> rounds = new ArrayList<>();
    try (ServerProcess server =
        setting.start(
            HEADWAITER,
            "waiting-headwaiter",
            RefusalPlan.light(setting.customers()),
            List.of(ProcessMemory.TOUCH_HEAP),
            plan.serverArguments())) {
      ProcessMemory memory = new ProcessMemory(server.pid());
      warmUp(server);
      WaitingFigures.Memory alone = read(memory);
      for (int round = 0; round < plan.rounds(); round++) {
        setting.progress().step("crowd " + (round + 1) + " of " + plan.rounds());
        rounds.add(round(server, memory, alone, round));
      }
    }
    WaitingFigures figures = new WaitingFigures(plan.clients(), rounds);
    return new ExperimentOutcome(
        figures.table(), List.of(figures.check()), figures.notes(), figures.raw());
  }

  /** A small crowd, so that what a first client makes the server load is there. */
  private void warmUp(ServerProcess server) throws IOException, InterruptedException {
    setting.progress().step("warming up " + HEADWAITER);
    try (HelloCrowd few = crowd(server, 200, -1)) {
      few.gather(() -> false, plan.gather().toNanos() / 10);
    }
    Idleness.await(server, plan.gather());
  }

  private WaitingFigures.Round round(
      ServerProcess server, ProcessMemory memory, WaitingFigures.Memory alone, int round)
      throws IOException, InterruptedException {
    AtomicBoolean over = new AtomicBoolean();
    try (HelloCrowd crowd = crowd(server, plan.crowd(), round)) {
      // Whoever is let in has to leave at once, also while the memory is read.
      FutureTask<Boolean> gathering = new FutureTask<>(() -> crowd.gather(over::get, MOST_NANOS));
      new Thread(gathering, "crowd").start();
      try {
        awaitWaiting(server, gathering);
        WaitingFigures.Memory crowded = read(memory);
        return new WaitingFigures.Round(waiting(server), alone, crowded);
      } finally {
        over.set(true);
        ended(gathering);
      }
    } finally {
      Idleness.await(server, plan.gather());
    }
  }

  private void awaitWaiting(ServerProcess server, FutureTask<Boolean> gathering)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + plan.gather().toNanos();
    while (waiting(server) < plan.wanted() && System.nanoTime() - end < 0 && !gathering.isDone()) {
      Thread.sleep(LOOK_MILLIS);
    }
  }

  private static void ended(FutureTask<Boolean> gathering)
      throws IOException, InterruptedException {
    try {
      gathering.get();
    } catch (ExecutionException e) {
      throw new IOException("the crowd broke up: " + e.getCause().getMessage(), e);
    }
  }

  private static HelloCrowd crowd(ServerProcess server, int size, long seed) {
    URI target = server.target();
    return new HelloCrowd(new InetSocketAddress(target.getHost(), target.getPort()), size, seed);
  }

  private static WaitingFigures.Memory read(ProcessMemory memory)
      throws IOException, InterruptedException {
    long heap = memory.liveHeapBytes(); // collects first
    return new WaitingFigures.Memory(memory.residentBytes(), heap);
  }

  static long waiting(ServerProcess server) throws IOException {
    JsonNode status = StatusReader.status(server.requireAdmin());
    return status.path("waitingRoom").path("length").asLong();
  }
}

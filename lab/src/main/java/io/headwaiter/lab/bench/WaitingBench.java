package io.headwaiter.lab.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.headwaiter.lab.host.ProcessMemory;
import io.headwaiter.lab.model.Cell;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.Observation;
import io.headwaiter.lab.model.Provenance;
import io.headwaiter.lab.model.ServerSpec;
import io.headwaiter.lab.server.Idleness;
import io.headwaiter.lab.server.ServerProcess;
import io.headwaiter.lab.server.StatusReader;
import io.headwaiter.lab.study.Waiting;
import io.headwaiter.load.HelloCrowd;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/** Reads the memory of a server while a crowd waits. Belongs to one thread. */
public final class WaitingBench implements OpenBench {
  private static final long LOOK_MILLIS = 200;
  private static final long MOST_NANOS = TimeUnit.MINUTES.toNanos(2);
  private static final double MEGA = 1e6;

  private final Experiment experiment;
  private final Waiting.Crowd crowd;
  private final ExperimentSetting setting;
  private final Supplier<Provenance> provenance;
  private ServerProcess server;
  private ProcessMemory memory;
  private Memory alone;

  public WaitingBench(
      Experiment experiment,
      Waiting.Crowd crowd,
      ExperimentSetting setting,
      Supplier<Provenance> provenance) {
    this.experiment = experiment;
    this.crowd = crowd;
    this.setting = setting;
    this.provenance = provenance;
  }

  /**
   * Memory of the server after a full collection.
   *
   * @param residentBytes with all of the heap, which is touched from the start
   * @param heapBytes used in the heap
   */
  private record Memory(long residentBytes, long heapBytes) {}

  @Override
  public Observation measure(Cell cell, int attempt) throws IOException, InterruptedException {
    if (server == null) {
      start(experiment.server(cell.server()));
    }
    AtomicBoolean over = new AtomicBoolean();
    try (HelloCrowd all = crowd(crowd.comes(), cell.round())) {
      // Whoever is let in has to leave at once, also while the memory is read.
      FutureTask<Boolean> gathering = new FutureTask<>(() -> all.gather(over::get, MOST_NANOS));
      new Thread(gathering, "crowd").start();
      try {
        awaitWaiting(gathering);
        Memory crowded = read();
        return new Observation(cell, attempt, values(crowded), List.of(), provenance.get());
      } finally {
        over.set(true);
        Tasks.result(gathering, "the crowd broke up");
      }
    } finally {
      Idleness.await(server, gather());
    }
  }

  private SortedMap<String, Double> values(Memory crowded) throws IOException {
    return new TreeMap<>(
        Map.of(
            Waiting.CLIENTS,
            (double) waiting(server),
            Waiting.HEAP_MEGABYTES,
            (crowded.heapBytes() - alone.heapBytes()) / MEGA,
            Waiting.OUTSIDE_MEGABYTES,
            (crowded.residentBytes() - alone.residentBytes()) / MEGA));
  }

  /** With a small crowd, so that what a first client makes the server load is there. */
  private void start(ServerSpec spec) throws IOException, InterruptedException {
    server =
        setting.start(
            spec.kind(),
            "waiting-headwaiter",
            experiment.shop(),
            List.of(ProcessMemory.TOUCH_HEAP),
            spec.arguments().toArray(String[]::new));
    memory = new ProcessMemory(server.pid());
    setting.progress().step("warming up " + spec.name());
    try (HelloCrowd few = crowd(200, -1)) {
      few.gather(() -> false, gather().toNanos() / 10);
    }
    Idleness.await(server, gather());
    alone = read();
  }

  private Duration gather() {
    return experiment.timing().window();
  }

  private void awaitWaiting(FutureTask<Boolean> gathering)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + gather().toNanos();
    while (waiting(server) < crowd.wanted() && System.nanoTime() - end < 0 && !gathering.isDone()) {
      Thread.sleep(LOOK_MILLIS);
    }
  }

  private HelloCrowd crowd(int size, long seed) {
    URI target = server.target();
    return new HelloCrowd(new InetSocketAddress(target.getHost(), target.getPort()), size, seed);
  }

  private Memory read() throws IOException, InterruptedException {
    long heap = memory.liveHeapBytes(); // collects first
    return new Memory(memory.residentBytes(), heap);
  }

  private static long waiting(ServerProcess server) throws IOException {
    JsonNode status = StatusReader.status(server.requireAdmin());
    return status.path("waitingRoom").path("length").asLong();
  }

  @Override
  public void close() {
    if (server != null) {
      server.close();
    }
  }
}

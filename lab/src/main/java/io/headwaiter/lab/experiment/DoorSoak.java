package io.headwaiter.lab.experiment;

import static io.headwaiter.lab.model.ServerSpec.HEADWAITER;

import com.fasterxml.jackson.databind.JsonNode;
import io.headwaiter.lab.bench.ExperimentSetting;
import io.headwaiter.lab.host.ProcessMemory;
import io.headwaiter.lab.model.LoadSpec;
import io.headwaiter.lab.outcome.ExperimentOutcome;
import io.headwaiter.lab.outcome.ExperimentPart;
import io.headwaiter.lab.server.ServerProcess;
import io.headwaiter.lab.server.StatusReader;
import io.headwaiter.lab.study.SmallShop;
import io.headwaiter.load.LoadGenerator;
import io.headwaiter.load.LoadOptions;
import io.headwaiter.load.results.LoadResult;
import io.headwaiter.load.text.Numbers;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Memory of a server on BoringSSL over hundreds of thousands of full TLS 1.3 handshakes. No speed
 * is measured, so the server may use the load's processor as well. Belongs to one thread.
 */
final class DoorSoak implements ExperimentPart {
  static final String NAME = "soak";

  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(900);

  /**
   * How long it is.
   *
   * @param handshakes how many
   * @param warmUp load before them
   * @param most longest time for them
   * @param visits of one page, with a full handshake
   */
  record Plan(long handshakes, Duration warmUp, Duration most, LoadSpec visits) {
    /** All handshakes and no more. */
    LoadOptions load(URI target) {
      return visits.at(target, 1, Duration.ZERO, most, Double.NaN).toBuilder()
          .maxSessions(handshakes)
          .build();
    }
  }

  private final ExperimentSetting setting;
  private final Plan plan;
  private final List<String> notes = new ArrayList<>();

  DoorSoak(ExperimentSetting setting, Plan plan) {
    this.setting = setting;
    this.plan = plan;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Duration longest() {
    return plan.warmUp().plus(plan.most());
  }

  @Override
  public ExperimentOutcome run() throws IOException, InterruptedException {
    try (ServerProcess server =
            setting.start(
                HEADWAITER,
                "soak-headwaiter",
                SmallShop.spec(setting.customers()),
                List.of(ProcessMemory.TOUCH_HEAP),
                "--admission",
                "off",
                "--tls",
                "boringssl");
        LoadGenerator generator = new LoadGenerator(plan.load(URI.create("https://127.0.0.1:1")))) {
      setting.pinning().lendTo(server.pid());
      setting.progress().step("warming up " + HEADWAITER);
      generator.run(
          plan.visits().at(server.target(), 0, Duration.ZERO, plan.warmUp(), Double.NaN),
          setting.progress()::load);
      return soak(server, generator);
    }
  }

  private ExperimentOutcome soak(ServerProcess server, LoadGenerator generator)
      throws IOException, InterruptedException {
    ProcessMemory memory = new ProcessMemory(server.pid());
    long heapBefore = memory.liveHeapBytes();
    long before = full(server);
    setting.progress().step("soaking");
    Samples samples = new Samples(memory, plan.handshakes() / 2);
    LoadResult result =
        generator.run(
            plan.load(server.target()),
            progress -> {
              setting.progress().load(progress);
              samples.take(progress.completed());
            });
    long handshakes = full(server) - before;
    long heapAfter = memory.liveHeapBytes();
    notes.add(
        Numbers.plain(handshakes / result.windowSeconds())
            + " full handshakes a second; "
            + samples.missed()
            + " looks at the memory failed.");
    SoakFigures figures =
        new SoakFigures(
            plan.handshakes(),
            handshakes,
            new SoakFigures.Heap(heapBefore, samples.heapInTheMiddle(), heapAfter),
            new MemoryTrend(samples.taken()));
    notes.addAll(figures.notes());
    return new ExperimentOutcome(figures.table(), figures.checks(), notes, figures.raw());
  }

  private static long full(ServerProcess server) throws IOException {
    JsonNode status = StatusReader.status(server.requireAdmin());
    return status.path("handshakes").path("full").asLong();
  }

  /**
   * Looks at the memory about once a second, whenever the generator reports, and once at the heap.
   */
  private static final class Samples {
    private final ProcessMemory memory;
    private final long middle;
    private final List<MemoryTrend.Sample> taken = new ArrayList<>();
    private long lastNanos = System.nanoTime();
    private double heapBytes = Double.NaN;
    private int missed;

    /**
     * @param middle handshakes after which to look at the heap
     */
    Samples(ProcessMemory memory, long middle) {
      this.memory = memory;
      this.middle = middle;
    }

    void take(long handshakes) {
      if (System.nanoTime() - lastNanos < LOOK_NANOS) {
        return;
      }
      lastNanos = System.nanoTime();
      try {
        taken.add(new MemoryTrend.Sample(handshakes, memory.residentBytes()));
        if (Double.isNaN(heapBytes) && handshakes >= middle) {
          heapBytes = memory.liveHeapBytes();
        }
      } catch (IOException e) {
        missed++;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    /** Returns the live heap after half of the handshakes; NaN if there was no look at it. */
    double heapInTheMiddle() {
      return heapBytes;
    }

    int missed() {
      return missed;
    }

    List<MemoryTrend.Sample> taken() {
      return taken;
    }
  }
}

package io.headwaiter.bench;

import io.headwaiter.core.capacity.AdaptiveController;
import io.headwaiter.core.capacity.ControlStep;
import io.headwaiter.core.capacity.MeterSnapshot;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What one step of the adaptive controller needs, with the numbers of a shop on one processor that
 * is half busy: 30 visits and 250 requests a second.
 *
 * <pre>
 *   snapshot of an interval -> controller -> policy
 * </pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgs = "-XX:+UseSerialGC")
public class ControlBenchmark {
  private static final double SECOND = 1e9;
  private static final long TARGET_NANOS = 20_000_000;
  private static final double VISITS_PER_SECOND = 30;
  private static final double REQUESTS_PER_SECOND = 250;
  private static final double RESUMED_PER_SECOND = 60;

  private AdaptiveController controller;
  private MeterSnapshot[] snapshots;
  private int next;

  /** A controller that has seen a minute of it. */
  @Setup
  public void learn() {
    controller = new AdaptiveController(TARGET_NANOS, /* processors= */ 1);
    long interval = controller.intervalNanos();
    int intervals = (int) (60 * SECOND / interval);
    snapshots = new MeterSnapshot[1024];
    for (int i = 0; i < intervals; i++) {
      controller.step(snapshot(i, interval));
    }
    for (int i = 0; i < snapshots.length; i++) {
      snapshots[i] = snapshot(intervals + i, interval);
    }
    if (controller.step(snapshots[0]).report().costs().requestNanos() <= 0) {
      throw new IllegalStateException("the controller has learned nothing");
    }
  }

  private static MeterSnapshot snapshot(int number, long intervalNanos) {
    long visits = in(number, intervalNanos, VISITS_PER_SECOND);
    long resumed = in(number, intervalNanos, RESUMED_PER_SECOND);
    long requests = in(number, intervalNanos, REQUESTS_PER_SECOND);
    return MeterSnapshot.builder((number + 1) * intervalNanos, intervalNanos)
        .processors(1)
        .processCpuNanos(intervalNanos / 2)
        .frontCpuNanos(intervalNanos / 100)
        .frontConnections(visits + resumed)
        .newAdmitted(visits)
        .resumedAdmitted(resumed)
        .fullHandshakes(visits)
        .fullHandshakeCpuNanos(visits * 3_000_000)
        .resumedHandshakes(resumed)
        .resumedHandshakeCpuNanos(resumed * 500_000)
        .requests(requests)
        .requestCpuNanos(requests * 2_000_000)
        .turns(3 * requests)
        .queueDelayNanosMean(1_000_000)
        .build();
  }

  /** How many of a steady stream fall into an interval. */
  private static long in(int number, long intervalNanos, double perSecond) {
    double each = perSecond * intervalNanos / SECOND;
    return (long) ((number + 1) * each) - (long) (number * each);
  }

  /** One step. Time goes round after a while, which the controller takes as it comes. */
  @Benchmark
  public ControlStep controlStep() {
    next = (next + 1) % snapshots.length;
    return controller.step(snapshots[next]);
  }
}

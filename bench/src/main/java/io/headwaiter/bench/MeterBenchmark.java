package io.headwaiter.bench;

import io.headwaiter.core.capacity.CpuSupply;
import io.headwaiter.core.profile.RequestType;
import io.headwaiter.front.request.ServedRequest;
import io.headwaiter.front.request.Turn;
import io.headwaiter.front.request.TurnMeter;
import io.headwaiter.front.supply.CpuSupplyMeter;
import io.headwaiter.front.supply.JvmThreads;
import io.headwaiter.front.supply.ThreadCpu;
import io.headwaiter.telemetry.ServerMeters;
import java.nio.file.Path;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What measuring costs, on the host it runs on.
 *
 * <pre>
 *   sampleSupply      20 times a second
 *   lookAtJvmThreads  once a second
 *   turn              each turn of work on a connection, two or three for a page
 *   requestType       each request
 *   profiledRequest   each request that uses the database, with its turn
 * </pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgs = "-XX:+UseSerialGC")
public class MeterBenchmark {
  private static final String PAGE = "/shop/item";

  private CpuSupplyMeter supply;
  private JvmThreads threads;
  private ServerMeters meters;
  private TurnMeter turns;

  /** On the real files of this host. */
  @Setup
  public void open() {
    supply = CpuSupplyMeter.ofThisHost(ThreadCpu::processNanos);
    threads = new JvmThreads(Path.of("/"));
    meters = new ServerMeters();
    turns = new TurnMeter(meters);
    if (supply.sample(System.nanoTime(), false).allowed() <= 0) {
      throw new IllegalStateException("no processors");
    }
  }

  /** Closes the files. */
  @TearDown
  public void close() {
    supply.close();
    threads.close();
  }

  /** All files of the supply, and its law. */
  @Benchmark
  public CpuSupply sampleSupply() {
    return supply.sample(System.nanoTime(), false);
  }

  /** All threads of this JVM, which has fewer than a server. */
  @Benchmark
  public long lookAtJvmThreads() {
    threads.look();
    return threads.collectorNanos();
  }

  /** A turn that does nothing: two readings of the thread's clock and some adders. */
  @Benchmark
  public void turn() {
    turns.run(/* waitedNanos= */ 1, MeterBenchmark::nothing);
  }

  private static void nothing() {}

  /** A turn with a request that used the database: less {@link #turn}, what its profile costs. */
  @Benchmark
  public void profiledRequest() {
    turns.run(/* waitedNanos= */ 1, this::serve);
  }

  private void serve() {
    ServedRequest served = Turn.requestBegins(meters, /* nowNanos= */ 0);
    served.used(
        PAGE,
        /* connectionRequests= */ 3,
        /* waitNanos= */ 5,
        /* holdNanos= */ 7,
        /* idleNanos= */ 2);
    served.ends(PAGE, /* status= */ 200, /* cpuNanos= */ 11, /* nowNanos= */ 13);
  }

  /** One reading of the thread's clock. */
  @Benchmark
  public long threadClock() {
    return ThreadCpu.nanos();
  }

  /** The name of a request's type, and entering it. */
  @Benchmark
  public void requestType() {
    String type = RequestType.ofPath("/shop/item/4711");
    Turn.requestBegins(meters, 0).ends(type, 200, 1, 1);
  }
}

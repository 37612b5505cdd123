package io.headwaiter.bench;

import io.headwaiter.core.proxy.ProxyHeader;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What a header of the PROXY protocol costs the door for each connection. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgs = "-XX:+UseSerialGC")
public class ProxyHeaderBenchmark {
  private static final byte[] IPV4 =
      HexFormat.of().parseHex("0d0a0d0a000d0a515549540a2111000c7f0000017f000001d2244919");

  private final ByteBuffer received =
      ByteBuffer.allocateDirect(1024).put(IPV4).put(new byte[512]).flip();

  /** A header for TCP over IPv4, as HAProxy sends it, with a hello behind it. */
  @Benchmark
  public ProxyHeader read() {
    return ProxyHeader.read(received);
  }
}

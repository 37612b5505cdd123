package io.headwaiter.bench;

import io.headwaiter.core.admission.AdmissionGate;
import io.headwaiter.core.admission.AdmissionPolicy;
import io.headwaiter.core.admission.Decision;
import io.headwaiter.core.hello.ClientHelloParser;
import io.headwaiter.core.hello.HelloLimits;
import io.headwaiter.core.hello.ResumptionClaim;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What the door pays to learn who is coming: bytes in, claim out. The hellos are captured ones.
 *
 * <pre>
 *   direct buffer -> parse -> ResumptionClaim.of -> tokens
 *                       \--> server name (decoded once, as the gate does)
 * </pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgs = "-XX:+UseSerialGC")
public class HelloBenchmark {
  private static final long STEP_NANOS = 1_000;

  /** The captured hello: its file name without ending. */
  @Param({"openssl-tls13-new", "openssl-tls13-resumed", "curl-tls13-new", "chromium-tls13-new"})
  public String hello;

  private final ClientHelloParser parser = new ClientHelloParser(HelloLimits.DEFAULT);
  // A shop under overload: visits of 16 ms, so nearly all new hellos are refused.
  private final AdmissionGate gate =
      new AdmissionGate(
          AdmissionPolicy.builder(1)
              .refillNanosPerSecond(1_000_000_000L)
              .budgetMaxNanos(200_000_000L)
              .newVisitCostNanos(16_000_000L)
              .refusalCostNanos(25_000L)
              .verifyBelowNanos(100_000_000L)
              .build());
  private ByteBuffer received;
  private long nowNanos;

  /** Puts the hello into a direct buffer, as it arrives from a socket. */
  @Setup
  public void load() throws IOException {
    StringBuilder hex = new StringBuilder();
    try (InputStream in = HelloBenchmark.class.getResourceAsStream("/hellos/" + hello + ".hex")) {
      String text = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
      text.lines().filter(line -> !line.startsWith("#")).forEach(hex::append);
    }
    byte[] bytes = HexFormat.of().parseHex(hex);
    received = ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    if (parseAndClaim().tokens().isEmpty() == hello.endsWith("resumed")) {
      throw new IllegalStateException(hello + " is not classified as its name says");
    }
  }

  /** Parse and classify: what each connection costs while admission is restricted. */
  @Benchmark
  public ResumptionClaim parseAndClaim() {
    parser.reset();
    if (parser.parse(received) != ClientHelloParser.Status.COMPLETE) {
      throw new IllegalStateException("not complete");
    }
    return ResumptionClaim.of(parser.hello(), /* serverSpeaksTls13= */ true);
  }

  /** The same and the host name, which chooses the session cache to ask. */
  @Benchmark
  public String parseClaimAndHost() {
    parseAndClaim();
    return parser.hello().serverName().orElse("");
  }

  /** All of it: parse, classify, name the host, decide. What the door does for one hello. */
  @Benchmark
  public Decision parseAndDecide() {
    ResumptionClaim claim = parseAndClaim();
    parser.hello().serverName();
    nowNanos += STEP_NANOS;
    return claim.kind() == ResumptionClaim.Kind.NONE
        ? gate.decideNew(nowNanos)
        : gate.decideClaim(nowNanos);
  }
}

package io.headwaiter.bench;

import io.headwaiter.core.admission.AdmissionGate;
import io.headwaiter.core.admission.AdmissionPolicy;
import io.headwaiter.core.admission.Decision;
import io.headwaiter.core.admission.Decision.Outcome;
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
 * What the gate needs for one decision, once the claim is known. Time is handed in, a microsecond
 * more with each decision, as the door does once a turn.
 *
 * <pre>
 *   claim -> policy in force -> refill -> take or charge -> counters -> Decision
 * </pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgs = "-XX:+UseSerialGC")
public class GateBenchmark {
  private static final long STEP_NANOS = 1_000;
  private static final long SECOND = 1_000_000_000L;

  private AdmissionGate generous;
  private AdmissionGate strict;
  private long nowNanos;

  /** One gate whose budget never ends, and one whose budget never comes. */
  @Setup
  public void publish() {
    generous = new AdmissionGate(AdmissionPolicy.OPEN);
    generous.publish(policy(1000 * SECOND, 1));
    strict = new AdmissionGate(AdmissionPolicy.OPEN);
    strict.publish(policy(0, SECOND));
    for (int i = 0; i < 3; i++) {
      strict.decideNew(0);
    }
    expect(generous.decideNew(0), Outcome.ADMIT);
    expect(generous.decideClaim(0), Outcome.ADMIT);
    expect(strict.decideNew(0), Outcome.REFUSE);
    expect(strict.decideClaim(0), Outcome.VERIFY);
  }

  private static AdmissionPolicy policy(long refillNanosPerSecond, long visitNanos) {
    return AdmissionPolicy.builder(1)
        .refillNanosPerSecond(refillNanosPerSecond)
        .budgetMaxNanos(SECOND)
        .newVisitCostNanos(visitNanos)
        .refusalCostNanos(25_000)
        .verifyBelowNanos(SECOND / 2)
        .build();
  }

  private static void expect(Decision decision, Outcome outcome) {
    if (decision.outcome() != outcome) {
      throw new IllegalStateException("Expected " + outcome + ", got " + decision);
    }
  }

  /** A new visit that is let in. */
  @Benchmark
  public Decision decideNewAdmit() {
    return generous.decideNew(nowNanos += STEP_NANOS);
  }

  /** A new visit that is refused. */
  @Benchmark
  public Decision decideNewRefuse() {
    return strict.decideNew(nowNanos += STEP_NANOS);
  }

  /** A claim that is believed. */
  @Benchmark
  public Decision decideClaimAdmit() {
    return generous.decideClaim(nowNanos += STEP_NANOS);
  }

  /** A claim that is to be looked up. */
  @Benchmark
  public Decision decideClaimVerify() {
    return strict.decideClaim(nowNanos += STEP_NANOS);
  }

  /** A claim that was looked up and is of a visit under way. */
  @Benchmark
  public Decision decideContinuing() {
    return strict.decideContinuing(/* visit= */ 1, nowNanos += STEP_NANOS);
  }
}

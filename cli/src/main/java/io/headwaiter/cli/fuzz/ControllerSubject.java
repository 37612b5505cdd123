package io.headwaiter.cli.fuzz;

import static io.headwaiter.cli.fuzz.Subject.expect;

import io.headwaiter.core.admission.AdmissionPolicy;
import io.headwaiter.core.capacity.AdaptiveController;
import io.headwaiter.core.capacity.ControlReport;
import io.headwaiter.core.capacity.ControlStep;
import io.headwaiter.core.capacity.CpuSupply;
import io.headwaiter.core.capacity.FirstUses;
import io.headwaiter.core.capacity.MeterSnapshot;
import io.headwaiter.core.capacity.Resource;
import io.headwaiter.core.capacity.ResourceUse;
import io.headwaiter.core.capacity.VisitWork;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Tests the adaptive controller with meters that contradict each other. Whatever they say, its
 * policy must be valid, and its report must have finite numbers within their ranges.
 */
public final class ControllerSubject implements Subject {
  private static final long TARGET_NANOS = 20_000_000L;
  private static final long TICK_NANOS = 50_000_000L;

  @Override
  public String name() {
    return "controller";
  }

  @Override
  public byte[] input(SplittableRandom random) {
    return Program.random(random);
  }

  @Override
  public void check(byte[] input) {
    Program program = new Program(input);
    AdaptiveController controller = new AdaptiveController(TARGET_NANOS, 1 + program.next(4));
    long nowNanos = 0;
    long sequence = controller.initialPolicy().sequence();
    while (program.hasNext()) {
      long elapsed = 1 + program.next(4) * TICK_NANOS;
      nowNanos += elapsed;
      ControlStep step = controller.step(snapshot(program, nowNanos, elapsed));
      AdmissionPolicy policy = step.policy();
      expect(policy.sequence() > sequence, "policies are numbered");
      sequence = policy.sequence();
      expect(!policy.open(), "the adaptive gate is never simply open");
      expect(policy.verifyBelowNanos() <= policy.budgetMaxNanos(), "claims can be believed");
      expect(policy.budgetMaxNanos() >= policy.newVisitCostNanos(), "a visit fits the bucket");
      checkReport(step.report());
    }
  }

  private static MeterSnapshot snapshot(Program p, long nowNanos, long elapsed) {
    return MeterSnapshot.builder(nowNanos, elapsed)
        .supply(new CpuSupply(0.1 + p.next(4), 0.1 + p.next(4), p.next(), p.next(), p.next(2)))
        .processCpuNanos(p.nextLong() * 8)
        .frontCpuNanos(p.nextLong())
        .frontConnections(p.next())
        .newAdmitted(p.next())
        .resumedAdmitted(p.next())
        .newRefused(p.next())
        .fullHandshakes(p.next())
        .fullHandshakeCpuNanos(p.nextLong())
        .resumedHandshakes(p.next())
        .resumedHandshakeCpuNanos(p.nextLong())
        .failedHandshakes(p.next())
        .failedHandshakeCpuNanos(p.nextLong())
        .requests(p.next())
        .requestCpuNanos(p.nextLong())
        .turns(p.next())
        .queueDelayNanosMean(p.nextLong())
        .queueDelayNanosHead(p.nextLong())
        .newWaiting(p.next())
        .returningVisits(p.next())
        .courtesyCpuNanos(p.nextLong())
        .firstUses(new FirstUses(p.next(), p.next(), p.next(), p.next(), p.nextLong()))
        .falseResumptions(p.next())
        .backgroundCpuNanos(p.nextLong())
        .visitWork(visitWork(p))
        .resources(
            List.of(
                new ResourceUse(Resource.WORKER_THREADS, 1 + p.next(), p.next(), p.next()),
                new ResourceUse(Resource.DATABASE_CONNECTIONS, 1 + p.next(), p.next(), 0)))
        .build();
  }

  private static VisitWork visitWork(Program p) {
    long[] turns = new long[VisitWork.BINS];
    long[] cpu = new long[VisitWork.BINS];
    for (int i = p.next(4); i > 0; i--) {
      int bin = p.next(VisitWork.BINS);
      turns[bin] = p.next();
      cpu[bin] = p.nextLong();
    }
    return new VisitWork(turns, cpu);
  }

  private static void checkReport(ControlReport report) {
    double[] numbers = {
      report.limit().newAllowed(),
      report.costs().fullHandshakeNanos(),
      report.costs().resumedHandshakeNanos(),
      report.costs().requestNanos(),
      report.costs().newVisitNanos(),
      report.costs().refusalNanos(),
      report.visits().requestsPerVisit(),
      report.limit().queueDelayNanos(),
      report.limit().correction(),
      report.visits().falsePart(),
      report.capacity().promisedProcessors(),
      report.capacity().neededProcessors(),
      report.capacity().spareProcessors(),
      report.capacity().newVisitsPerSecondMax(),
      report.visits().confidence(),
      report.limit().continuingPart()
    };
    for (double number : numbers) {
      expect(Double.isFinite(number), "what is reported is a number");
    }
    expect(report.capacity().promisedProcessors() >= 0, "nobody promises less than nothing");
    expect(report.capacity().spareProcessors() >= 0, "nothing is given back that is not there");
    expect(
        report.limit().continuingPart() > 0 && report.limit().continuingPart() <= 1,
        "some always go on");
    expect(
        report.visits().confidence() >= 0 && report.visits().confidence() <= 1,
        "confidence is a part");
    expect(
        report.visits().falsePart() >= 0 && report.visits().falsePart() <= 1, "a part is a part");
  }
}

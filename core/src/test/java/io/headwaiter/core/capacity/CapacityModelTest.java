package io.headwaiter.core.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A steady load: 50 visits a second, handshakes of 4 ms, visits of ten turns over two seconds. */
class CapacityModelTest {
  private static final long TICK_NANOS = 50_000_000L;
  private final CapacityModel model = new CapacityModel(1);
  private int tick;

  /** Adds intervals of this load, after {@code change}. */
  private void run(double seconds, UnaryOperator<MeterSnapshotBuilder> change) {
    for (int end = tick + (int) (seconds * 20); tick < end; tick++) {
      // 2.5 visits a tick, ten turns of 1.3 ms evenly over the first two seconds of a visit.
      long begun = tick % 2 == 0 ? 2 : 3;
      double upTo = Math.min(1, tick / 40.0);
      long[] turns = new long[VisitWork.BINS];
      long[] cpu = new long[VisitWork.BINS];
      double[] shares = {0.125, 0.0625, 0.09375, 0.140625, 0.2109375, 0.31640625, 0.05078125};
      for (int bin = 0; bin < shares.length; bin++) {
        double all = 25 * shares[bin] * upTo + owed[bin];
        turns[bin] = (long) all;
        owed[bin] = all - turns[bin];
        cpu[bin] = turns[bin] * 1_300_000L;
      }
      long count = 0;
      for (long t : turns) {
        count += t;
      }
      model.add(
          change
              .apply(
                  MeterSnapshot.builder(tick * TICK_NANOS, TICK_NANOS)
                      .fullHandshakes(begun)
                      .fullHandshakeCpuNanos(begun * 4_000_000L)
                      .newAdmitted(begun)
                      .frontConnections(begun)
                      .frontCpuNanos(begun * 50_000L)
                      .requests(count)
                      .requestCpuNanos(count * 1_300_000L)
                      .turns(count + begun)
                      .processCpuNanos(begun * 4_050_000L + count * 1_300_000L + count * 130_000L)
                      .visitWork(new VisitWork(turns, cpu)))
              .build());
    }
  }

  private final double[] owed = new double[VisitWork.BINS];

  private static MeterSnapshotBuilder asItIs(MeterSnapshotBuilder snapshot) {
    return snapshot;
  }

  @Test
  void learnsCostsOfSteadyLoad() {
    run(60, CapacityModelTest::asItIs);
    ServiceDemand demand = model.demand();
    assertThat(demand.fullHandshakeNanos()).isCloseTo(4e6, within(0.02e6));
    assertThat(demand.requestNanos()).isCloseTo(1.3e6, within(0.01e6));
    assertThat(demand.refusalNanos()).isCloseTo(50_000, within(1_000.0));
    // Ten turns of 1.3 ms, a tenth more that no thread accounts for, and the handshake.
    assertThat(demand.visitNanos()).isCloseTo(4e6 + 10 * 1.43e6, within(0.4e6));
    assertThat(model.requestsPerVisit()).isCloseTo(10, within(0.3));
    assertThat(model.newVisitsPerSecondMax()).isCloseTo(1e9 / 18.3e6, within(2.0));
    assertThat(model.bottleneck()).isEqualTo(Resource.CPU);
    assertThat(model.curve().confidence()).isGreaterThan(0.9);
  }

  @Test
  void includesParallelHandshakesInVisitCost() {
    for (int i = 0; i < 60 * 20; i++) {
      // Two visits, each with a full handshake of 1 ms and four parallel ones.
      long[] turns = new long[VisitWork.BINS];
      long[] cpu = new long[VisitWork.BINS];
      turns[1] = 8;
      cpu[1] = 8_000_000L;
      model.add(
          MeterSnapshot.builder(i * TICK_NANOS, TICK_NANOS)
              .newAdmitted(2)
              .fullHandshakes(10)
              .fullHandshakeCpuNanos(10_000_000L)
              .parallelHandshakes(8)
              .parallelHandshakeCpuNanos(8_000_000L)
              .turns(10)
              .processCpuNanos(10_000_000L)
              .visitWork(new VisitWork(turns, cpu))
              .build());
    }

    assertThat(model.demand().visitNanos()).isCloseTo(5e6, within(0.25e6));
    assertThat(model.newVisitsPerSecondMax()).isCloseTo(200, within(10.0));
  }

  /** 2 visits and 8 handshakes without a request after them, in each interval. */
  @Test
  void silentConnectionsDoNotLowerVisitCost() {
    for (int i = 0; i < 60 * 20; i++) {
      long[] turns = new long[VisitWork.BINS];
      long[] cpu = new long[VisitWork.BINS];
      turns[1] = 8;
      cpu[1] = 8_000_000L;
      model.add(
          MeterSnapshot.builder(i * TICK_NANOS, TICK_NANOS)
              .newAdmitted(10)
              .fullHandshakes(10)
              .fullHandshakeCpuNanos(10_000_000L)
              .visitsBegun(2)
              .turns(18)
              .processCpuNanos(18_000_000L)
              .visitWork(new VisitWork(turns, cpu))
              .build());
    }

    assertThat(model.demand().visitNanos()).isCloseTo(5e6, within(0.25e6));
  }

  @Test
  void poolCapacityBoundsNewVisits() {
    run(60, CapacityModelTest::asItIs);
    double without = model.newVisitsPerSecondMax();
    PoolCapacity pools = new PoolCapacity(20, Resource.DATABASE_CONNECTIONS);
    run(1, s -> s.pools(pools));
    assertThat(model.newVisitsPerSecondMax()).isCloseTo(20, within(0.001));
    assertThat(model.processorsForVisits()).isCloseTo(20 * 0.0183, within(0.02));
    assertThat(model.bottleneck()).isEqualTo(Resource.DATABASE_CONNECTIONS);
    // A profile that predicts more than was measured does not raise the rate.
    run(1, s -> s.pools(new PoolCapacity(10 * without, Resource.DATABASE_CONNECTIONS)));
    assertThat(model.newVisitsPerSecondMax()).isCloseTo(without, within(1.0));
    assertThat(model.bottleneck()).isEqualTo(Resource.CPU);
    // A profile that has expired has no effect.
    run(1, s -> s.pools(pools));
    run(1, CapacityModelTest::asItIs);
    assertThat(model.newVisitsPerSecondMax()).isCloseTo(without, within(1.0));
    assertThat(model.bottleneck()).isEqualTo(Resource.CPU);
  }

  @Test
  void reportsNeededAndSpareProcessors() {
    run(60, s -> s.supply(new CpuSupply(2, 2, 0, 0, 0)).newRefused(0));
    assertThat(model.neededProcessors()).isCloseTo(50 * 0.0183, within(0.04));
    assertThat(model.spareProcessors()).isCloseTo(2 - 1.1 * 50 * 0.0183, within(0.05));
    // As many again are refused; they count as offered load too.
    run(20, s -> s.newRefused(tick % 2 == 0 ? 2 : 3));
    assertThat(model.neededProcessors()).isCloseTo(100 * 0.0183, within(0.06));
    assertThat(model.spareProcessors()).isZero();
  }

  @Test
  void unknownVisitsReduceProcessorsButNotVisitCost() {
    run(60, CapacityModelTest::asItIs);
    double price = model.demand().visitNanos();
    double room = model.processorsForVisits();
    run(
        20,
        s -> {
          MeterSnapshot before = s.build();
          return s.requestCpuNanos(before.cpu().requestNanos() + 10_000_000L)
              .processCpuNanos(before.cpu().processNanos() + 11_000_000L);
        });
    assertThat(model.demand().visitNanos()).isCloseTo(price, within(0.5e6));
    assertThat(model.processorsForVisits()).isCloseTo(room - 0.22, within(0.02));
  }

  @Test
  void detectsLossOfProcessorsAtOnce() {
    run(60, CapacityModelTest::asItIs);
    assertThat(model.promisedProcessors()).isCloseTo(50 * 0.0143, within(0.03));
    run(0.05, s -> s.processors(0.5));
    assertThat(model.processorsForVisits()).isLessThan(0.5);
    assertThat(model.promisedProcessors()).isGreaterThan(model.processorsForVisits());
  }

  @Test
  void slowDatabaseMakesThreadsTheBottleneck() {
    run(60, CapacityModelTest::asItIs);
    run(
        10,
        s -> {
          MeterSnapshot before = s.build();
          return s.turns(before.requests() / 5)
              .processCpuNanos(before.cpu().processNanos() / 5)
              .resources(List.of(new ResourceUse(Resource.WORKER_THREADS, 10, 10, 50)));
        });
    assertThat(model.bottleneck()).isEqualTo(Resource.WORKER_THREADS);
    assertThat(model.processorsForVisits()).isLessThan(0.3);
  }

  @Test
  void startsFromAssumedCosts() {
    assertThat(model.demand().visitNanos()).isCloseTo(14e6, within(10.0));
    assertThat(model.demand().returningVisitNanos()).isCloseTo(11e6, within(10.0));
    assertThat(model.processorsForVisits()).isEqualTo(1);
    assertThat(model.promisedProcessors()).isZero();
    assertThat(model.newVisitsPerSecondMax()).isCloseTo(71, within(1.0));
  }

  /** On virtual threads no turn has its own CPU time: that of the process is divided among them. */
  @Test
  void learnsVisitCostWithoutThreadClocks() {
    run(
        60,
        s -> {
          VisitWork work = s.build().visitWork();
          long[] turns = new long[VisitWork.BINS];
          for (int bin = 0; bin < VisitWork.BINS; bin++) {
            turns[bin] = work.turns(bin);
          }
          return s.fullHandshakeCpuNanos(0)
              .requestCpuNanos(0)
              .visitWork(new VisitWork(turns, new long[VisitWork.BINS]));
        });
    assertThat(model.demand().visitNanos()).isCloseTo(18.3e6, within(1.2e6));
  }

  @Test
  void excludesFirstUsesFromVisitCost() {
    run(60, CapacityModelTest::asItIs);
    double price = model.demand().visitNanos();
    // Ten times a second a page is compiled for 100 ms, in the first request for it.
    run(
        5,
        s -> {
          MeterSnapshot usual = s.build();
          return tick % 2 == 0
              ? s
              : s.firstUses(new FirstUses(1, 0, 0, 0, 100_000_000L))
                  .requests(usual.requests() + 1)
                  .processCpuNanos(usual.cpu().processNanos() + 100_000_000L);
        });
    assertThat(model.demand().visitNanos()).isCloseTo(price, within(0.2e6));
    assertThat(model.demand().requestNanos()).isCloseTo(1.3e6, within(0.01e6));
    assertThat(model.demand().requestOverheadNanos()).isCloseTo(0.13e6, within(0.02e6));
    assertThat(model.processorsForVisits()).isCloseTo(1, within(0.01));
  }

  @Test
  void acceptsFirstUsesBeforeTheirEvents() {
    model.add(
        MeterSnapshot.builder(0, TICK_NANOS)
            .firstUses(new FirstUses(1, 1, 1, 1, 1_000_000L))
            .build());
    assertThat(model.demand().visitNanos()).isCloseTo(14e6, within(10.0));
  }

  @Test
  void excludesCompilerFromVisitCost() {
    run(60, CapacityModelTest::asItIs);
    double price = model.demand().visitNanos();
    double room = model.processorsForVisits();
    run(
        20,
        s ->
            s.backgroundCpuNanos(15_000_000L)
                .processCpuNanos(s.build().cpu().processNanos() + 15_000_000L));
    assertThat(model.demand().visitNanos()).isCloseTo(price, within(0.3e6));
    assertThat(model.processorsForVisits()).isCloseTo(room - 0.3, within(0.01));
  }

  /** 800 unfinished connections a second, with CPU time that no thread accounts for. */
  @Test
  void unfinishedHandshakesDoNotRaiseVisitCost() {
    run(60, CapacityModelTest::asItIs);
    double price = model.demand().visitNanos();

    run(
        10,
        s ->
            s.failedHandshakes(40)
                .failedHandshakeCpuNanos(10_000_000L)
                .frontConnections(42)
                .frontCpuNanos(4_000_000L)
                .processCpuNanos(s.build().cpu().processNanos() + 22_000_000L));

    assertThat(model.demand().visitNanos() / price).isBetween(0.95, 1.08);
  }

  @Test
  void handshakesUnderWayDoNotRaiseVisitCost() {
    run(60, CapacityModelTest::asItIs);
    double price = model.demand().visitNanos();

    run(
        2,
        s ->
            s.handshakesUnderWayCpuNanos(20_000_000L)
                .processCpuNanos(s.build().cpu().processNanos() + 20_000_000L));

    assertThat(model.demand().visitNanos()).isCloseTo(price, within(0.01 * price));
  }

  @Test
  void subtractsExcessFromProcessorsForVisits() {
    run(60, CapacityModelTest::asItIs);
    double before = model.processorsForVisits();

    run(10, s -> s.excessCpuNanos(TICK_NANOS / 10));

    assertThat(model.excessProcessors()).isCloseTo(0.1, within(0.001));
    assertThat(model.processorsForVisits()).isCloseTo(before - 0.1, within(0.001));
  }

  /** 0.28 s of CPU time, about as much as five visits may use at once. */
  @Test
  void excessBurstLeavesProcessorsForVisits() {
    run(60, CapacityModelTest::asItIs);
    double before = model.processorsForVisits();

    run(0.4, s -> s.excessCpuNanos(TICK_NANOS * 7 / 10));

    assertThat(model.processorsForVisits()).isGreaterThan(before - 0.3);
  }

  /** It is taken back as soon as other work needs it, except for a tenth. */
  @Test
  void deferredExcessTakesOnlyTenthFromVisits() {
    run(60, CapacityModelTest::asItIs);
    double before = model.processorsForVisits();

    run(10, s -> s.excessCpuNanos(TICK_NANOS / 2).deferredCpuNanos(TICK_NANOS / 2));

    assertThat(model.excessProcessors()).isCloseTo(0.5, within(0.001));
    assertThat(model.processorsForVisits()).isCloseTo(before - 0.1, within(0.001));
  }
}

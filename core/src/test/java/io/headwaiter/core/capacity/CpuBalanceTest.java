package io.headwaiter.core.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/**
 * The learned figures add up to the CPU time of the process: nothing is missing, and nothing is
 * counted twice.
 *
 * <p>In each second 20 visits begin with a full handshake and 10 with a resumed one. Each makes
 * eight requests, one every quarter of a second, and one resumed handshake for a later connection.
 * In addition there are unfinished handshakes, connections that the door refuses, courtesy pages,
 * first uses, work of unknown visits, the compiler and the control thread. Each second of work
 * measured in turns causes a sixth more that no turn measures: poller, queue, collector.
 */
class CpuBalanceTest {
  private static final long TICK_NANOS = 50_000_000L;
  private static final int TICKS_PER_SECOND = 20;
  private static final int SECONDS = 120;
  private static final double SECOND_NANOS = 1e9;
  private static final long FULL_NANOS = 4_000_000;
  private static final long RESUMED_NANOS = 800_000;
  private static final long REQUEST_NANOS = 1_400_000;
  private static final long FRAMES_NANOS = 100_000;
  private static final long STEP_NANOS = 250_000_000;
  private static final int STEPS = 8;
  private static final int RECONNECTS_AT = 4;
  private static final double UNSEEN_PART = 1 / 6.0;
  private static final long FULL_PER_TICK = 1;

  private final CapacityModel model = new CapacityModel(1);
  private double processNanos;

  /** Processors that other work than visits keeps busy. */
  private record Beside(
      double front,
      double background,
      double courtesy,
      double givenUp,
      double firstUses,
      double nobodys) {
    /** Returns the part that is measured separately. */
    double named() {
      return front + background + courtesy + givenUp + firstUses;
    }
  }

  /** The work of visits in one tick. */
  private static final class Work {
    private final long[] turns = new long[VisitWork.BINS];
    private final long[] cpuNanos = new long[VisitWork.BINS];
    private long requests;
    private long reconnects;

    Work(int tick) {
      for (int step = 0; step < STEPS; step++) {
        int began = tick - step * TICKS_PER_SECOND / 4;
        if (began >= 0) {
          add(FULL_PER_TICK + returning(began), step);
        }
      }
    }

    private void add(long visits, int step) {
      int bin = VisitWork.binOf(step * STEP_NANOS);
      boolean reconnects = step == RECONNECTS_AT;
      turns[bin] += visits * (reconnects ? 2 : 1);
      cpuNanos[bin] += visits * (REQUEST_NANOS + FRAMES_NANOS + (reconnects ? RESUMED_NANOS : 0));
      requests += visits;
      this.reconnects += reconnects ? visits : 0;
    }

    VisitWork measured() {
      return new VisitWork(turns, cpuNanos);
    }
  }

  /** Returns the returning visits of a tick: ten a second. */
  private static int returning(int tick) {
    return tick % 2;
  }

  /**
   * @param clockNanos how far the process clock is ahead after every second tick
   */
  private void run(Beside beside, long clockNanos) {
    for (int tick = 0; tick < SECONDS * TICKS_PER_SECOND; tick++) {
      Work work = new Work(tick);
      double nobodys = beside.nobodys() * TICK_NANOS;
      double process =
          FULL_PER_TICK * FULL_NANOS
              + returning(tick) * RESUMED_NANOS
              + (work.measured().cpuNanos() + nobodys) * (1 + UNSEEN_PART)
              + beside.named() * TICK_NANOS;
      processNanos += tick >= (SECONDS - 10) * TICKS_PER_SECOND ? process : 0;
      model.add(interval(tick, beside, work, process + (tick % 2 == 0 ? clockNanos : -clockNanos)));
    }
  }

  private static MeterSnapshot interval(int tick, Beside beside, Work work, double process) {
    long begun = FULL_PER_TICK + returning(tick);
    long resumed = work.reconnects + returning(tick);
    double nobodys = beside.nobodys() * TICK_NANOS;
    return MeterSnapshot.builder((tick + 1) * TICK_NANOS, TICK_NANOS)
        .newAdmitted(begun)
        .fullHandshakes(FULL_PER_TICK)
        .fullHandshakeCpuNanos(FULL_PER_TICK * FULL_NANOS)
        .returningVisits(returning(tick))
        .resumedHandshakes(resumed)
        .resumedHandshakeCpuNanos(resumed * RESUMED_NANOS)
        .failedHandshakes(1)
        .failedHandshakeCpuNanos((long) (beside.givenUp() * TICK_NANOS))
        .frontConnections(begun + 3)
        .frontCpuNanos((long) (beside.front() * TICK_NANOS))
        .backgroundCpuNanos((long) (beside.background() * TICK_NANOS))
        .courtesyCpuNanos((long) (beside.courtesy() * TICK_NANOS))
        .firstUses(new FirstUses(0, 0, 0, 0, (long) (beside.firstUses() * TICK_NANOS)))
        .requests(work.requests)
        .requestCpuNanos((long) (work.requests * REQUEST_NANOS + nobodys))
        .turns(work.requests + resumed + FULL_PER_TICK)
        .processCpuNanos((long) process)
        .visitWork(work.measured())
        .build();
  }

  /** Returns the busy processors by the model's figures, for the load of the last ten seconds. */
  private double learned(Beside beside) {
    ServiceDemand demand = model.demand();
    double visits =
        FULL_PER_TICK * TICKS_PER_SECOND * demand.visitNanos() / SECOND_NANOS
            + TICKS_PER_SECOND / 2 * demand.returningVisitNanos() / SECOND_NANOS;
    double withoutVisits = model.supply().processors() - model.processorsForVisits();
    double givenUp = TICKS_PER_SECOND * demand.abandonedNanos() / SECOND_NANOS;
    return visits + withoutVisits + givenUp + beside.courtesy() + beside.firstUses();
  }

  private void assertThatItBalances(Beside beside, long clockNanos) {
    run(beside, clockNanos);
    double busy = processNanos / (10 * SECOND_NANOS);
    assertThat(learned(beside)).isCloseTo(busy, within(0.01 * busy));
  }

  @Test
  void visitsAloneAccountForProcessTime() {
    assertThatItBalances(new Beside(0.004, 0.005, 0, 0, 0, 0), /* clockNanos= */ 0);
  }

  @Test
  void countsWorkBesideVisitsOnce() {
    assertThatItBalances(new Beside(0.03, 0.12, 0.02, 0.02, 0.1, 0), /* clockNanos= */ 0);
  }

  @Test
  void countsWorkOfUnknownVisitsOnce() {
    assertThatItBalances(new Beside(0.03, 0.12, 0.02, 0.02, 0, 0.1), /* clockNanos= */ 0);
  }

  /** The process clock has ticks of 10 ms, for user and system time each. */
  @Test
  void coarseProcessClockKeepsBalance() {
    assertThatItBalances(new Beside(0.03, 0.02, 0, 0.01, 0.01, 0.02), /* clockNanos= */ 10_000_000);
  }
}

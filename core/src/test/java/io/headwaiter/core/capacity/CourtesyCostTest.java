package io.headwaiter.core.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Courtesy pages use CPU time, but are not part of the visit cost. */
class CourtesyCostTest {
  private static final int INTERVALS = 2_400;
  private static final long TURN_NANOS = 1_500_000;
  private static final long COURTESY_NANOS = 10_000_000;

  /** One visit begins in each interval, and requests a page in each of its first eight. */
  private static CapacityModel learned(long courtesyNanos) {
    CapacityModel model = new CapacityModel(1);
    for (int interval = 1; interval <= INTERVALS; interval++) {
      model.add(interval(interval, courtesyNanos));
    }
    return model;
  }

  private static MeterSnapshot interval(int number, long courtesyNanos) {
    long[] turns = new long[VisitWork.BINS];
    long[] cpuNanos = new long[VisitWork.BINS];
    int pages = Math.min(number, 8);
    for (int age = 0; age < pages; age++) {
      int bin = age == 0 ? VisitWork.FIRST_TURN_BIN : VisitWork.binOf(age * Snapshots.TICK_NANOS);
      turns[bin]++;
      cpuNanos[bin] += TURN_NANOS;
    }
    long handshakeNanos = 4_000_000;
    long pagesNanos = pages * TURN_NANOS;
    return MeterSnapshot.builder(number * Snapshots.TICK_NANOS, Snapshots.TICK_NANOS)
        .processCpuNanos(handshakeNanos + pagesNanos + courtesyNanos)
        .newAdmitted(1)
        .frontConnections(1)
        .fullHandshakes(1)
        .fullHandshakeCpuNanos(handshakeNanos)
        .requests(pages)
        .requestCpuNanos(pagesNanos)
        .turns(pages + 1)
        .courtesyCpuNanos(courtesyNanos)
        .visitWork(new VisitWork(turns, cpuNanos))
        .build();
  }

  @Test
  void courtesyPagesChangeNeitherVisitNorTurnCost() {
    CapacityModel without = learned(/* courtesyNanos= */ 0);
    CapacityModel with = learned(COURTESY_NANOS);
    double visit = without.demand().visitNanos();
    assertThat(visit).as("a handshake and eight pages").isBetween(14e6, 18e6);
    assertThat(with.demand().visitNanos()).isCloseTo(visit, within(0.005 * visit));
    assertThat(with.turnNanos()).isCloseTo(without.turnNanos(), within(1.0));
    assertThat(with.demand().requestOverheadNanos())
        .isCloseTo(without.demand().requestOverheadNanos(), within(1.0));
    assertThat(with.promisedProcessors())
        .isCloseTo(without.promisedProcessors(), within(0.005 * without.promisedProcessors()));
  }
}

package io.headwaiter.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.capacity.FirstUses;
import io.headwaiter.core.capacity.VisitWork;
import io.headwaiter.telemetry.ServerMeters.Totals;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ServerMetersTest {
  @Test
  void startsAtZero() {
    assertThat(new ServerMeters().totals()).isEqualTo(Totals.ZERO);
  }

  @Test
  void addsEachEventToItsTotals() {
    long[] now = {0};
    ServerMeters meters = new ServerMeters(() -> now[0]);
    useEachOnce(meters, 5);
    now[0] = FirstUseWatch.SPAN_NANOS + 1;
    meters.handshake(/* resumed= */ false, 1);
    meters.handshake(/* resumed= */ true, 20);
    meters.parallelHandshake(9);
    meters.failedHandshake(300);
    meters.request(page(meters), 4_000);
    meters.queueDelay(600_000);
    meters.returningVisit();
    meters.courtesyPage();
    meters.courtesyPage();
    meters.courtesyCpu(7_000_000);
    meters.connection(80_000_000);
    assertThat(meters.totals())
        .isEqualTo(
            new Totals(
                2,
                1,
                2,
                20,
                1,
                9,
                2,
                300,
                2,
                4_000,
                1,
                600_000,
                1,
                2,
                7_000_000,
                80_000_000,
                new FirstUses(1, 1, 1, 1, 25)));
  }

  @Test
  void countsHandshakeStepsUntilHandshakesEnd() {
    ServerMeters meters = new ServerMeters();
    meters.handshakeStep(10);
    meters.handshakeStep(7);
    meters.handshakeStep(5);
    assertThat(meters.handshakesUnderWayCpuNanos()).isEqualTo(22);

    meters.handshake(/* resumed= */ false, 10);
    meters.failedHandshake(7);

    assertThat(meters.handshakesUnderWayCpuNanos()).isEqualTo(5);
  }

  private static RequestTypes.Type page(ServerMeters meters) {
    return meters.requestTypes().of("/page", 200);
  }

  private static void useEachOnce(ServerMeters meters, long cpuNanos) {
    assertThat(meters.handshake(/* resumed= */ false, cpuNanos)).isTrue();
    assertThat(meters.handshake(/* resumed= */ true, cpuNanos)).isTrue();
    meters.failedHandshake(cpuNanos);
    assertThat(meters.request(page(meters), cpuNanos)).isTrue();
    assertThat(meters.connection(cpuNanos)).isTrue();
  }

  @Test
  void eachRequestTypeHasFirstUses() {
    ServerMeters meters = new ServerMeters();
    for (String path : List.of("/a", "/b", "/a", "/b", "/a")) {
      meters.request(meters.requestTypes().of(path, 200), 7);
    }
    assertThat(meters.totals().firstUses()).isEqualTo(new FirstUses(4, 0, 0, 0, 28));
    assertThat(meters.totals().requestCpuNanos()).isEqualTo(7);
    assertThat(meters.totals().requests()).isEqualTo(5);
  }

  @Test
  void failedPathsShareFirstUses() {
    ServerMeters meters = new ServerMeters();
    for (int i = 0; i < 10; i++) {
      meters.request(meters.requestTypes().of("/" + i, 404), 7);
    }
    assertThat(meters.totals().firstUses().requests()).isEqualTo(FirstUseWatch.ALWAYS);
  }

  @Test
  void losesNothingUnderConcurrency() throws Exception {
    ServerMeters meters = new ServerMeters();
    int threads = 8;
    int rounds = 20_000;
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int t = 0; t < threads; t++) {
        running.add(
            pool.submit(
                () -> {
                  for (int i = 0; i < rounds; i++) {
                    meters.handshake(i % 2 == 0, 3);
                    meters.failedHandshake(5);
                    meters.request(page(meters), 7);
                    meters.queueDelay(13);
                    meters.connection(17);
                    meters.visitWork(i, /* first= */ true, 1, 19);
                  }
                }));
      }
      for (Future<?> future : running) {
        future.get(60, TimeUnit.SECONDS);
      }
    } finally {
      pool.shutdownNow();
    }
    long n = (long) threads * rounds;
    long first = FirstUseWatch.ALWAYS;
    assertThat(meters.totals())
        .isEqualTo(
            new Totals(
                n / 2,
                (n / 2 - first) * 3,
                n / 2,
                (n / 2 - first) * 3,
                0,
                0,
                n,
                (n - first) * 5,
                n,
                (n - first) * 7,
                n,
                n * 13,
                0,
                0,
                0,
                (n - first) * 17,
                new FirstUses(first, first, first, first, first * (3 + 3 + 5 + 7 + 17))));
    assertThat(meters.visitWork().turns(0)).isEqualTo(n);
    assertThat(meters.visitWork().cpuNanos(0)).isEqualTo(19 * n);
  }

  @Test
  void countsWorkByVisitAge() {
    ServerMeters meters = new ServerMeters();
    long oldest = VisitWork.endNanos(VisitWork.BINS - 1) - 1;
    meters.visitWork(oldest, /* first= */ true, 1, 1);
    meters.visitWork(0, /* first= */ false, 1, 20);
    meters.visitWork(oldest, /* first= */ false, 1, 300);
    meters.visitWork(oldest + 1, /* first= */ false, 1, 4_000); // beyond the last bin: left out
    VisitWork work = meters.visitWork();
    assertThat(work.cpuNanos(0)).isEqualTo(1);
    assertThat(work.cpuNanos(1)).isEqualTo(20);
    assertThat(work.cpuNanos(VisitWork.BINS - 1)).isEqualTo(300);
    assertThat(IntStream.range(0, VisitWork.BINS).mapToLong(work::turns).sum()).isEqualTo(3);
  }
}

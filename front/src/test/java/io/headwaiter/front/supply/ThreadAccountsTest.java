package io.headwaiter.front.supply;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.front.request.TurnMeter;
import io.headwaiter.telemetry.ServerMeters;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ThreadAccountsTest {
  private static final long BURNT_NANOS = 60_000_000;

  private final ServerMeters meters = new ServerMeters();
  private final ThreadAccounts accounts = new ThreadAccounts(meters.turnClocks());
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(work -> new Thread(work, "accounts-Poller"));

  @AfterEach
  void end() {
    thread.shutdownNow();
  }

  private static long burn() {
    long before = ThreadCpu.nanos();
    long used = 0;
    while (used < BURNT_NANOS) {
      used = ThreadCpu.nanos() - before;
    }
    return used;
  }

  private <T> T on(Callable<T> work) throws Exception {
    return thread.submit(work).get();
  }

  private long threadClock() throws Exception {
    return on(ThreadCpu::nanos);
  }

  private long turn() throws Exception {
    return on(
        () -> {
          long before = ThreadCpu.nanos();
          new TurnMeter(meters).run(/* waitedNanos= */ 0, ThreadAccountsTest::burn);
          return ThreadCpu.nanos() - before;
        });
  }

  @Test
  void countsWorkerTimeOutsideTurnsOnly() throws Exception {
    accounts.look();
    long before = threadClock();
    turn();
    on(ThreadAccountsTest::burn);
    turn();
    accounts.look();
    long used = threadClock() - before;
    // Both turns are first uses.
    long turns = meters.totals().connectionCpuNanos() + meters.totals().firstUses().cpuNanos();
    assertThat(turns).isBetween(2 * BURNT_NANOS, used - BURNT_NANOS);
    // The start of the thread and the reading of its clock are not in the turns either.
    assertThat(accounts.nanos(CpuAccount.WORKERS))
        .isBetween(BURNT_NANOS, used - turns + BURNT_NANOS / 2);
  }

  /** A turn under way counts for the workers until it ends, and then no longer. */
  @Test
  void countsTurnUnderWayUntilItEnds() throws Exception {
    turn();
    accounts.look();
    long before = accounts.nanos(CpuAccount.WORKERS);
    on(
        () -> {
          new TurnMeter(meters)
              .run(
                  /* waitedNanos= */ 0,
                  () -> {
                    burn();
                    accounts.look();
                  });
          return null;
        });
    long underWay = accounts.nanos(CpuAccount.WORKERS) - before;
    assertThat(underWay).isGreaterThanOrEqualTo(BURNT_NANOS);
    accounts.look();
    assertThat(accounts.nanos(CpuAccount.WORKERS) - before).isLessThan(BURNT_NANOS);
  }

  @Test
  void assignsCpuTimeByRoleOfThread() throws Exception {
    accounts.look();
    long id = on(() -> Thread.currentThread().getId());
    burnAndLook();
    assertThat(accounts.nanos(CpuAccount.OTHER)).isGreaterThanOrEqualTo(BURNT_NANOS);
    accounts.setPollerName("accounts-Poller");
    burnAndLook();
    assertThat(accounts.nanos(CpuAccount.POLLER)).isBetween(BURNT_NANOS, 2 * BURNT_NANOS);
    accounts.setOurs(List.of(id), /* control= */ 0);
    burnAndLook();
    assertThat(accounts.nanos(CpuAccount.FRONT)).isBetween(BURNT_NANOS, 2 * BURNT_NANOS);
    accounts.setOurs(List.of(), id);
    burnAndLook();
    assertThat(accounts.nanos(CpuAccount.CONTROL)).isBetween(BURNT_NANOS, 2 * BURNT_NANOS);
    assertThat(accounts.nanos(CpuAccount.WORKERS)).isZero();
  }

  private void burnAndLook() throws Exception {
    on(ThreadAccountsTest::burn);
    accounts.look();
  }

  @Test
  void keepsTimeOfEndedThread() throws Exception {
    turn();
    long id = on(() -> Thread.currentThread().getId());
    assertThat(meters.turnClocks().isKnown(id)).isTrue();
    on(ThreadAccountsTest::burn);
    accounts.look();
    thread.shutdown();
    assertThat(thread.awaitTermination(10, java.util.concurrent.TimeUnit.SECONDS)).isTrue();
    // The executor has terminated when its thread has no more work; the thread ends a moment later.
    org.awaitility.Awaitility.await()
        .until(
            () -> {
              accounts.look();
              return !meters.turnClocks().isKnown(id);
            });
    assertThat(accounts.nanos(CpuAccount.WORKERS)).isGreaterThanOrEqualTo(BURNT_NANOS);
  }
}

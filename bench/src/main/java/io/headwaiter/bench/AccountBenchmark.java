package io.headwaiter.bench;

import io.headwaiter.core.visit.VisitAccount;
import io.headwaiter.core.visit.VisitAccounts;
import io.headwaiter.front.request.SharedWorkers;
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
 * What the accounts of visits need: for a hello whose session is known, and for a turn of work on a
 * connection, which keeps its account; and their shares of the workers. There are as many accounts
 * as a server remembers. Time is handed in, a microsecond more with each call.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgs = "-XX:+UseSerialGC")
public class AccountBenchmark {
  private static final int VISITS = 65_536;
  private static final long SECOND = 1_000_000_000L;
  private static final int WORKERS = 200;
  private static final int HELD_BACK = 100;
  private static final int OTHERS = 10;
  private static final long STEP_NANOS = 1_000;
  private static final long SPACING_NANOS = 20_000_000L;
  private static final long PAGE_NANOS = 1_000_000L;
  // Odd, so that all names come before one comes again.
  private static final long NAMES_FACTOR = 0x9E3779B97F4A7C15L;

  private VisitAccounts accounts;
  private VisitAccount[] all;
  private SharedWorkers<VisitAccount> shared;
  private SharedWorkers<VisitAccount> attacked;
  private long nowNanos;
  private int next;

  /** All visits are under way, and have taken what is usual in their first two seconds. */
  @Setup
  public void fill() {
    accounts = new VisitAccounts(VISITS, Long.MAX_VALUE, Long.MAX_VALUE);
    all = new VisitAccount[VISITS];
    for (int i = 0; i < VISITS; i++) {
      all[i] = accounts.active(name(i), 0, 0);
      accounts.spend(all[i], 1, PAGE_NANOS, /* deferred= */ false, SECOND);
      accounts.spend(all[i], 1, PAGE_NANOS, /* deferred= */ false, 2 * SECOND);
    }
    accounts.setPrice(10 * PAGE_NANOS);
    shared = workers();
    attacked = workers();
    VisitAccount greedy = accounts.active(name(VISITS), 0, 0);
    for (int i = 0; i < WORKERS / 2 + HELD_BACK; i++) {
      attacked.begins(greedy, /* canWait= */ true, greedy);
    }
    for (int i = 0; i < OTHERS; i++) {
      attacked.begins(all[i * OTHERS], /* canWait= */ true, all[i * OTHERS]);
    }
    if (attacked.heldBack() != HELD_BACK) {
      throw new IllegalStateException("There are " + attacked.heldBack() + " turns held back");
    }
    nowNanos = 2 * SECOND;
    if (accounts.size() != VISITS || accounts.mustPay(name(0), nowNanos)) {
      throw new IllegalStateException("The visits are not all under way and within their accounts");
    }
  }

  private static SharedWorkers<VisitAccount> workers() {
    return new SharedWorkers<>(() -> WORKERS, turn -> {}, turn -> {});
  }

  private static long name(int visit) {
    return (visit + 1) * NAMES_FACTOR;
  }

  private int nextVisit() {
    nowNanos += STEP_NANOS;
    next = (next + 1) % VISITS;
    return next;
  }

  /** Whether the visit of a session is under way, and within its account. */
  @Benchmark
  public boolean hello() {
    long visit = name(nextVisit());
    return accounts.isUnderWay(visit, nowNanos) && !accounts.mustPay(visit, nowNanos);
  }

  /** What a turn asks when it is queued, when a worker comes to it, and when it ends. */
  @Benchmark
  public long turn() {
    VisitAccount account = all[nextVisit()];
    boolean over = accounts.isOver(account, nowNanos);
    long place = account.turnNanos(nowNanos, SPACING_NANOS);
    account.turnLeft();
    over |= accounts.isOver(account, nowNanos);
    return place + accounts.spend(account, 1, /* cpuNanos= */ 1, over, nowNanos);
  }

  /** What a turn asks of the workers that visits share, when it is queued and when it ends. */
  @Benchmark
  public boolean share() {
    VisitAccount account = all[nextVisit()];
    boolean begins = shared.begins(account, /* canWait= */ true, account);
    shared.ended(account);
    return begins;
  }

  /** The same while a visit has a hundred turns held back, and ten others have turns at work. */
  @Benchmark
  public boolean shareUnderAttack() {
    VisitAccount account = all[nextVisit()];
    boolean begins = attacked.begins(account, /* canWait= */ true, account);
    attacked.ended(account);
    return begins;
  }

  /** What a connection says once a second. */
  @Benchmark
  public VisitAccount touch() {
    int visit = nextVisit();
    return accounts.touch(name(visit), all[visit], nowNanos);
  }
}

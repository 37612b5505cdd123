package io.headwaiter.core.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.visit.VisitAccount;
import io.headwaiter.core.visit.VisitAccounts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The visit cost is learned from visits within their accounts. The load is twenty visits a second
 * of about ten seconds, and five visits that use all they can get.
 */
class VisitCostStabilityTest {
  private static final long MILLI = 1_000_000L;
  private static final long SECOND = 1_000 * MILLI;
  private static final long TICK = 50 * MILLI;
  private static final long HANDSHAKE_NANOS = 4 * MILLI;
  private static final long PAGE_NANOS = 2 * MILLI;
  private static final int HOGS = 5;
  private static final int CALM_SECONDS = 60;
  private static final int SECONDS = 60;

  private final Random random = new Random(22);
  private final CapacityModel model = new CapacityModel(1);
  private final VisitAccounts accounts = new VisitAccounts(65_536, 300 * SECOND, 7_200 * SECOND);
  private final List<Visit> visits = new ArrayList<>();
  private long now;
  private long names = 1;
  private boolean accountsAreKept = true;
  // Figures of this tick.
  private final long[] turns = new long[VisitWork.BINS];
  private final long[] cpuNanos = new long[VisitWork.BINS];
  private long requests;
  private long spentNanos;
  private long excessNanos;

  /** A visit that has begun, with the time of its next page. */
  private static final class Visit {
    private final VisitAccount account;
    private final int pages;
    private long nextNanos;
    private int served;

    Visit(VisitAccount account, int pages, long nextNanos) {
      this.account = account;
      this.pages = pages;
      this.nextNanos = nextNanos;
    }
  }

  private VisitAccount begin() {
    return accounts.active(names++, now, now);
  }

  /** Books a turn that has served one request. */
  private void serve(VisitAccount account, boolean first, long nanos) {
    long excess =
        accountsAreKept ? accounts.spend(account, 1, nanos, /* deferred= */ false, now) : 0;
    int bin = first ? VisitWork.FIRST_TURN_BIN : VisitWork.binOf(now - account.beganNanos());
    if (excess < nanos && bin >= 0) {
      turns[bin]++;
      cpuNanos[bin] += nanos - excess;
    }
    requests++;
    spentNanos += nanos;
    excessNanos += excess;
  }

  /** Returns a random CPU time, from a twentieth of the mean to eight times the mean. */
  private long pageNanos() {
    double factor = -Math.log(1 - random.nextDouble());
    return (long) (PAGE_NANOS * Math.max(0.05, Math.min(8, factor)));
  }

  private void customers() {
    visits.add(new Visit(begin(), 5 + random.nextInt(11), now));
    for (Visit visit : visits) {
      if (visit.nextNanos <= now) {
        serve(visit.account, visit.served == 0, pageNanos());
        visit.served++;
        visit.nextNanos += (long) ((0.5 + random.nextDouble()) * SECOND);
      }
    }
    visits.removeIf(visit -> visit.served == visit.pages);
  }

  private void hogs(List<VisitAccount> hogs, long turnNanos) {
    long left = TICK - HANDSHAKE_NANOS - spentNanos;
    for (VisitAccount hog : hogs) {
      for (; left > 0 && mayAsk(hog); left -= turnNanos) {
        serve(hog, /* first= */ false, turnNanos);
      }
    }
  }

  private boolean mayAsk(VisitAccount hog) {
    return !accountsAreKept || !accounts.isOver(hog, now);
  }

  private double tick(List<VisitAccount> hogs, long turnNanos) {
    customers();
    hogs(hogs, turnNanos);
    model.add(
        MeterSnapshot.builder(now, TICK)
            .processCpuNanos(HANDSHAKE_NANOS + spentNanos)
            .fullHandshakes(1)
            .fullHandshakeCpuNanos(HANDSHAKE_NANOS)
            .newAdmitted(1)
            .frontConnections(1)
            .requests(requests)
            .requestCpuNanos(spentNanos)
            .turns(requests)
            .excessCpuNanos(excessNanos)
            .visitWork(new VisitWork(turns, cpuNanos))
            .build());
    double price = model.demand().visitNanos();
    accounts.setPrice(price);
    now += TICK;
    Arrays.fill(turns, 0);
    Arrays.fill(cpuNanos, 0);
    requests = 0;
    spentNanos = 0;
    excessNanos = 0;
    return price;
  }

  /** Returns the mean visit cost of each second. */
  private double[] run(int seconds, List<VisitAccount> hogs, long turnNanos) {
    double[] prices = new double[seconds];
    int ticks = (int) (SECOND / TICK);
    for (int i = 0; i < seconds * ticks; i++) {
      prices[i / ticks] += tick(hogs, turnNanos) / ticks;
    }
    return prices;
  }

  /** Returns the visit cost with these heavy visits over that without, second by second. */
  private static double[] ratios(boolean accountsAreKept, int hogs, long turnNanos) {
    VisitCostStabilityTest calm = new VisitCostStabilityTest();
    VisitCostStabilityTest plagued = new VisitCostStabilityTest();
    for (VisitCostStabilityTest any : List.of(calm, plagued)) {
      any.run(CALM_SECONDS, List.of(), turnNanos);
    }
    plagued.accountsAreKept = accountsAreKept;
    List<VisitAccount> accounts = new ArrayList<>();
    for (int i = 0; i < hogs; i++) {
      accounts.add(plagued.begin());
    }
    double[] without = calm.run(SECONDS, List.of(), turnNanos);
    double[] ratios = plagued.run(SECONDS, accounts, turnNanos);
    for (int i = 0; i < SECONDS; i++) {
      ratios[i] /= without[i];
    }
    return ratios;
  }

  @ParameterizedTest
  @ValueSource(longs = {200_000, 2_000_000, 20_000_000})
  void heavyVisitsChangeVisitCostUnderOneTenth(long turnNanos) {
    double[] ratios = ratios(/* accountsAreKept= */ true, HOGS, turnNanos);

    assertThat(Arrays.stream(ratios).boxed().toList())
        .allMatch(ratio -> ratio > 0.9 && ratio < 1.1);
  }

  /** Without this, the test above would prove nothing. */
  @Test
  void heavyVisitRaisesVisitCostWithoutAccounts() {
    double[] ratios = ratios(/* accountsAreKept= */ false, 1, 10 * PAGE_NANOS);

    assertThat(Arrays.stream(ratios).max().orElse(0)).isGreaterThan(1.5);
  }
}

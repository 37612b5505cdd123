package io.headwaiter.core.visit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

/** The part of a visit's work that counts for the visit cost, on any clock. */
class ExcessWorkTest {
  private static final long MILLI = 1_000_000L;
  private static final long SECOND = 1_000 * MILLI;
  private static final long ANNA = 1;

  private final VisitAccounts accounts = new VisitAccounts(1000, 100 * SECOND, Long.MAX_VALUE);

  /** Visits usually have 10 turns in their first second and use 1000 ns, within a tenth. */
  private VisitAccount newVisit() {
    for (long visit = 1000; visit < 1250; visit++) {
      VisitAccount account = accounts.active(visit, -SECOND, -SECOND);
      accounts.spend(account, 10, 1_000, /* deferred= */ false, 0);
    }
    accounts.setPrice(100_000);
    return accounts.active(ANNA, 0, 0);
  }

  private long excess(VisitAccount account, int turns, long cpuNanos) {
    return accounts.spend(account, turns, cpuNanos, /* deferred= */ false, 1);
  }

  @Test
  void workBeyondTwiceUsualCpuTimeIsExcess() {
    VisitAccount anna = newVisit();

    assertThat(excess(anna, 1, 1_500)).isZero();
    assertThat(excess(anna, 1, 1_500)).as("3000 less 2000").isBetween(800L, 1_050L);
    assertThat(excess(anna, 1, 500)).isEqualTo(500);
  }

  @Test
  void workBeyondTwiceUsualTurnsIsExcess() {
    VisitAccount anna = newVisit();

    assertThat(excess(anna, 10, 10)).isZero();
    assertThat(excess(anna, 9, 10)).isZero();
    assertThat(excess(anna, 3, 10)).isEqualTo(10);
    assertThat(anna.turns()).isEqualTo(22);
  }

  @Test
  void deferredTurnsDoNotCountTowardsTurnLimit() {
    VisitAccount anna = newVisit();

    assertThat(accounts.spend(anna, 15, 10, /* deferred= */ true, 1)).isEqualTo(10);

    assertThat(excess(anna, 15, 10)).isZero();
  }

  /** A monotonic clock may begin anywhere, also far below zero. */
  @Property(tries = 20)
  void accountsDependOnlyOnTimeDifferences(
      @ForAll long seed, @ForAll @LongRange(min = -1L << 61, max = 1L << 61) long origin) {
    assertThat(story(seed, origin)).isEqualTo(story(seed, 0));
  }

  /** Records the excess, and whether one visit is over its account, while other visits come. */
  private static List<Object> story(long seed, long origin) {
    VisitAccounts any = new VisitAccounts(1000, 100 * SECOND, Long.MAX_VALUE);
    any.setPrice(30 * MILLI);
    Random random = new Random(seed);
    VisitAccount hog = any.active(ANNA, origin, origin);
    List<Object> told = new ArrayList<>();
    for (long i = 0; i < 400; i++) {
      long now = origin + i * SECOND / 4;
      VisitAccount account = any.active(1000 + i, now, now);
      for (int turn = 0; turn < 5; turn++) {
        now += random.nextInt(500) * MILLI;
        told.add(any.spend(account, 1, 2 * MILLI, /* deferred= */ false, now));
      }
      told.add(any.spend(hog, 1, random.nextInt(20) * MILLI, /* deferred= */ false, now));
      told.add(any.isOver(hog, now + SECOND));
    }
    return told;
  }
}

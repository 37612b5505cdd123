package io.headwaiter.core.visit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class VisitAccountsTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long IDLE = 100 * SECOND;
  private static final long FOREVER = Long.MAX_VALUE;
  private static final long ANNA = 1;
  private static final long BERT = 2;

  private final VisitAccounts ledger = new VisitAccounts(1000, IDLE, FOREVER);

  @Test
  void visitIsUnderWayUntilIdleTooLong() {
    assertThat(ledger.isUnderWay(ANNA, 0)).isFalse();
    assertThat(ledger.active(ANNA, 0, 0).beganNanos()).isZero();
    assertThat(ledger.isUnderWay(ANNA, IDLE)).isTrue();
    assertThat(ledger.isUnderWay(ANNA, IDLE + 1)).isFalse();
    assertThat(ledger.isUnderWay(BERT, 0)).isFalse();
    ledger.active(BERT, IDLE, IDLE);
    assertThat(ledger.isUnderWay(ANNA, IDLE)).as("not forgotten before").isTrue();
  }

  @Test
  void activeVisitLastsForHours() {
    for (long now = 0; now < 3600 * SECOND; now += 90 * SECOND) {
      assertThat(ledger.active(ANNA, now, now).beganNanos()).as("when it began").isZero();
    }
    assertThat(ledger.isUnderWay(ANNA, 3600 * SECOND)).isTrue();
  }

  @Test
  void admissionAfterIdleTimeBeginsAnotherVisit() {
    ledger.active(ANNA, 0, 0);
    long back = IDLE + SECOND;
    ledger.noteAdmitted(ANNA, back);
    assertThat(ledger.isUnderWay(ANNA, back)).as("those that come beside it").isTrue();
    assertThat(ledger.active(ANNA, back + 1, back + 1).beganNanos()).isEqualTo(back);
    assertThat(ledger.isUnderWay(ANNA, back + IDLE)).isTrue();
  }

  @Test
  void admittedVisitWithoutHandshakeEndsAfterTenSeconds() {
    ledger.noteAdmitted(ANNA, 0);
    assertThat(ledger.isUnderWay(ANNA, 10 * SECOND)).isTrue();
    assertThat(ledger.isUnderWay(ANNA, 10 * SECOND + 1)).isFalse();
    assertThat(ledger.isCourtesy(ANNA, 11 * SECOND)).isFalse();
  }

  @Test
  void admissionKeepsVisitUnderWay() {
    ledger.active(ANNA, 0, 0);
    ledger.noteAdmitted(ANNA, SECOND);
    assertThat(ledger.isUnderWay(ANNA, 50 * SECOND)).isTrue();
    assertThat(ledger.active(ANNA, 51 * SECOND, 51 * SECOND).beganNanos()).isZero();
  }

  @Test
  void courtesyPageBeginsNoVisit() {
    ledger.courtesy(ANNA, 0);
    assertThat(ledger.isUnderWay(ANNA, 1)).isFalse();
    assertThat(ledger.isCourtesy(ANNA, IDLE)).isTrue();
    assertThat(ledger.isCourtesy(ANNA, IDLE + 1)).isFalse();
  }

  @Test
  void admissionAfterCourtesyPageBeginsVisit() {
    ledger.courtesy(ANNA, 0);
    ledger.noteAdmitted(ANNA, SECOND);
    assertThat(ledger.isUnderWay(ANNA, SECOND)).isTrue();
    assertThat(ledger.isCourtesy(ANNA, SECOND)).isFalse();
    assertThat(ledger.active(ANNA, 2 * SECOND, 2 * SECOND).beganNanos()).isEqualTo(SECOND);
    assertThat(ledger.isCourtesy(ANNA, 3 * SECOND)).isFalse();
    assertThat(ledger.isUnderWay(ANNA, 3 * SECOND)).isTrue();
  }

  @Test
  void admissionWithoutHandshakeLeavesCourtesyPage() {
    ledger.courtesy(ANNA, 0);
    ledger.noteAdmitted(ANNA, SECOND);
    assertThat(ledger.isCourtesy(ANNA, 12 * SECOND)).isTrue();
    assertThat(ledger.isUnderWay(ANNA, 12 * SECOND)).isFalse();
    ledger.noteAdmitted(ANNA, 12 * SECOND);
    assertThat(ledger.isCourtesy(ANNA, 30 * SECOND)).as("again").isTrue();
  }

  @Test
  void courtesyPageKeepsVisitUnderWay() {
    ledger.active(ANNA, 0, 0);
    ledger.courtesy(ANNA, SECOND);
    assertThat(ledger.isUnderWay(ANNA, 2 * SECOND)).isTrue();
    assertThat(ledger.isCourtesy(ANNA, 2 * SECOND)).isFalse();
  }

  @Test
  void forgetsLongestIdleVisitBeyondBound() {
    VisitAccounts small = new VisitAccounts(3, IDLE, FOREVER);
    small.active(1, 0, 0);
    small.active(2, 1, 1);
    small.active(3, 2, 2);
    small.active(1, 3, 3);
    small.active(4, 4, 4);
    assertThat(small.size()).isEqualTo(3);
    assertThat(small.isUnderWay(2, 5)).isFalse();
    assertThat(small.isUnderWay(1, 5)).isTrue();
    assertThat(small.isUnderWay(3, 5)).isTrue();
    assertThat(small.isUnderWay(4, 5)).isTrue();
  }

  @Test
  void singleAccountKeepsOnlyLatestVisit() {
    VisitAccounts one = new VisitAccounts(1, IDLE, FOREVER);
    for (long visit = 1; visit < 100; visit++) {
      one.active(visit, visit, visit);
      assertThat(one.isUnderWay(visit, visit)).isTrue();
      assertThat(one.isUnderWay(visit - 1, visit)).isFalse();
    }
  }

  @Test
  void findsAllVisitsWithConsecutiveNames() {
    VisitAccounts large = new VisitAccounts(65_536, IDLE, FOREVER);
    for (long visit = 1; visit <= 65_536; visit++) {
      large.active(visit * 1000, 0, 0);
    }
    for (long visit = 1; visit <= 65_536; visit++) {
      assertThat(large.isUnderWay(visit * 1000, 0)).isTrue();
      assertThat(large.isUnderWay(visit * 1000 + 1, 0)).isFalse();
    }
  }

  /** A reference implementation of the accounts, as plain as possible. */
  private static final class Plain {
    private enum Kind {
      UNDER_WAY,
      ADMITTED,
      COURTESY,
      COURTESY_ADMITTED
    }

    private record Line(Kind kind, long since, long last) {}

    private final int max;
    private final Map<Long, Line> lines = new LinkedHashMap<>();

    Plain(int max) {
      this.max = max;
    }

    boolean isUnderWay(long visit, long now) {
      Line line = lines.get(visit);
      if (line == null || line.kind == Kind.COURTESY) {
        return false;
      }
      return now - line.last <= (line.kind == Kind.UNDER_WAY ? IDLE : 10 * SECOND);
    }

    boolean isCourtesy(long visit, long now) {
      return hasPage(visit, now) && !isUnderWay(visit, now);
    }

    private boolean hasPage(long visit, long now) {
      Line line = lines.get(visit);
      return line != null
          && (line.kind == Kind.COURTESY || line.kind == Kind.COURTESY_ADMITTED)
          && now - line.last <= IDLE;
    }

    long active(long visit, long began, long now) {
      long since = isUnderWay(visit, now) ? lines.get(visit).since : began;
      put(visit, new Line(Kind.UNDER_WAY, since, now));
      return since;
    }

    void noteAdmitted(long visit, long now) {
      if (isUnderWay(visit, now)) {
        return;
      }
      put(visit, new Line(hasPage(visit, now) ? Kind.COURTESY_ADMITTED : Kind.ADMITTED, now, now));
    }

    void courtesy(long visit, long now) {
      if (!isUnderWay(visit, now)) {
        put(visit, new Line(Kind.COURTESY, now, now));
      }
    }

    private void put(long visit, Line line) {
      if (lines.remove(visit) == null && lines.size() == max) {
        lines.remove(lines.keySet().iterator().next());
      }
      lines.put(visit, line);
    }
  }

  @Property(tries = 200)
  void matchesReferenceImplementation(
      @ForAll @LongRange long seed,
      @ForAll @IntRange(min = 1, max = 40) int max,
      @ForAll @IntRange(min = 1, max = 60) int names) {
    Random random = new Random(seed);
    VisitAccounts real = new VisitAccounts(max, IDLE, FOREVER);
    Plain plain = new Plain(max);
    long now = random.nextLong();
    for (int i = 0; i < 500; i++) {
      now += (long) (random.nextDouble() * random.nextDouble() * 30 * SECOND);
      long visit = (1 + random.nextInt(names)) * 1000L;
      switch (random.nextInt(4)) {
        case 0, 1 ->
            assertThat(real.active(visit, now - 5, now).beganNanos())
                .isEqualTo(plain.active(visit, now - 5, now));
        case 2 -> {
          real.noteAdmitted(visit, now);
          plain.noteAdmitted(visit, now);
        }
        default -> {
          real.courtesy(visit, now);
          plain.courtesy(visit, now);
        }
      }
      long asked = (1 + random.nextInt(names)) * 1000L;
      long later = now + random.nextInt(3) * 20L * SECOND;
      assertThat(real.isUnderWay(asked, later)).isEqualTo(plain.isUnderWay(asked, later));
      assertThat(real.isCourtesy(asked, later)).isEqualTo(plain.isCourtesy(asked, later));
      assertThat(real.size()).isLessThanOrEqualTo(max);
    }
  }

  /** No active visit is forgotten while there are entries for all active ones. */
  @Property(tries = 50)
  void keepsAllActiveVisitsWithinBound(@ForAll @LongRange long seed) {
    Random random = new Random(seed);
    VisitAccounts any = new VisitAccounts(64, IDLE, FOREVER);
    List<Long> under = new ArrayList<>();
    for (int i = 0; i < 32; i++) {
      under.add(random.nextLong() | 1);
    }
    long now = 0;
    for (int round = 0; round < 50; round++) {
      for (long visit : under) {
        any.active(visit, now, now++);
      }
      // Short visits, which never fill the other half of the table between two activities.
      for (int i = 0; i < 32; i++) {
        any.active(random.nextLong() << 1, now, now++);
      }
      for (long visit : under) {
        assertThat(any.isUnderWay(visit, now)).isTrue();
      }
      now += IDLE / 2;
    }
  }

  @Test
  void rejectsArgumentsOutOfRange() {
    assertThatThrownBy(() -> new VisitAccounts(0, 1, 1))
        .hasMessage("visitsMax must be from 1 to 16777216, got 0");
    int tooMany = VisitAccounts.VISITS_MAX + 1;
    assertThatThrownBy(() -> new VisitAccounts(tooMany, 1, 1))
        .hasMessage("visitsMax must be from 1 to 16777216, got 16777217");
    assertThat(new VisitAccounts(VisitAccounts.VISITS_MAX, 1, 1).size()).isZero();
    assertThatThrownBy(() -> new VisitAccounts(1, 0, 1))
        .hasMessage("idleNanos must be above 0, got 0");
    assertThatThrownBy(() -> new VisitAccounts(1, 1, 0))
        .hasMessage("ageNanosMax must be above 0, got 0");
  }

  @Test
  void visitThatBeganEarlierIsForeign() {
    VisitAccounts few = new VisitAccounts(10, 100, FOREVER);
    assertThat(few.active(1, 50, 50).isForeign()).isFalse();
    assertThat(few.active(2, 20, 50).isForeign()).isTrue();
    few.noteAdmitted(3, 50);
    assertThat(few.active(3, 50, 55).isForeign()).isFalse();
    // Further connections leave visit 2 foreign, until it has ended and another visit begins.
    assertThat(few.active(2, 60, 60).isForeign()).isTrue();
    assertThat(few.active(2, 500, 500).isForeign()).isFalse();
  }

  @Test
  void tooOldVisitBeginsAgainWithNextAdmission() {
    VisitAccounts hour = new VisitAccounts(10, IDLE, 3600 * SECOND);
    VisitAccount anna = hour.active(ANNA, 0, 0);
    hour.spend(anna, 1, 5, /* deferred= */ false, 0);
    for (long now = 0; now <= 3660 * SECOND; now += 60 * SECOND) {
      hour.active(ANNA, 0, now);
      assertThat(hour.isTooOld(ANNA, now)).isEqualTo(now > 3600 * SECOND);
    }
    assertThat(hour.isTooOld(ANNA, 3660 * SECOND)).isTrue();

    hour.noteAdmitted(ANNA, 3660 * SECOND);

    VisitAccount again = hour.active(ANNA, 3661 * SECOND, 3661 * SECOND);
    assertThat(again.beganNanos()).isEqualTo(3660 * SECOND);
    assertThat(again.cpuNanos()).isZero();
    assertThat(hour.isTooOld(ANNA, 3661 * SECOND)).isFalse();
  }

  @Test
  void parallelSessionsShareOneAccount() {
    VisitAccount anna = ledger.active(ANNA, 0, 0);

    assertThat(ledger.join(BERT, anna, 90 * SECOND)).isSameAs(anna);

    assertThat(ledger.find(BERT, 150 * SECOND)).isSameAs(anna);
    assertThat(ledger.active(BERT, 150 * SECOND, 150 * SECOND)).isSameAs(anna);
    assertThat(anna.isForeign()).isFalse();
  }

  @Test
  void parallelConnectionOfForeignVisitIsForeign() {
    VisitAccount anna = ledger.active(ANNA, -1, 0);

    assertThat(ledger.join(BERT, anna, 1).isForeign()).isTrue();
  }

  @Test
  void separateAccountIsFoundByNoName() {
    VisitAccount anna = ledger.apart(ANNA, 5);

    assertThat(anna.visit()).isEqualTo(ANNA);
    assertThat(anna.beganNanos()).isEqualTo(5);
    assertThat(anna.isForeign()).isFalse();
    assertThat(ledger.find(ANNA, 5)).isNull();
  }

  @Test
  void activeConnectionKeepsVisitUnderWay() {
    VisitAccount anna = ledger.active(ANNA, 0, 0);

    ledger.touch(ANNA, anna, 90 * SECOND);

    assertThat(ledger.isUnderWay(ANNA, 190 * SECOND)).isTrue();
  }

  /** Counts all memory allocated for them, although part of it is garbage afterwards. */
  @Test
  void accountsTakeAtMostThirtyTwoMegabytes() {
    int visits = 65_536;
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    VisitAccounts many = new VisitAccounts(visits, IDLE, FOREVER);
    for (long visit = 1; visit <= visits; visit++) {
      many.active(visit * 0x9E3779B97F4A7C15L, 0, 0);
    }
    long bytes = threads.getCurrentThreadAllocatedBytes() - before;

    assertThat(many.size()).isEqualTo(visits);
    assertThat(bytes).isBetween(64L * visits, 32_000_000L);
  }

  @Test
  void forgottenVisitIsRestoredByItsConnection() {
    VisitAccounts one = new VisitAccounts(1, IDLE, FOREVER);
    VisitAccount anna = one.active(ANNA, 0, 0);
    one.active(BERT, 1, 1);
    assertThat(one.find(ANNA, 1)).isNull();

    assertThat(one.touch(ANNA, anna, 2)).isSameAs(anna);

    assertThat(one.find(ANNA, 2)).isSameAs(anna);
    assertThat(anna.isForeign()).isFalse();
  }

  @Test
  void connectionFollowsVisitThatBeganAgain() {
    VisitAccounts hour = new VisitAccounts(10, IDLE, 3600 * SECOND);
    VisitAccount anna = hour.active(ANNA, -3601 * SECOND, 0);
    hour.noteAdmitted(ANNA, 1);

    VisitAccount again = hour.touch(ANNA, anna, 9 * SECOND);

    assertThat(again).isNotSameAs(anna).isSameAs(hour.find(ANNA, 19 * SECOND));
    assertThat(hour.hasBegun(ANNA, 2)).as("its handshake is to come").isFalse();
    hour.active(ANNA, 3, 3);
    assertThat(hour.hasBegun(ANNA, 3)).isTrue();
  }
}

package io.headwaiter.core.visit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.core.capacity.VisitWork;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What is usual is what most visits spend, whatever a few do. */
class AgeNormTest {
  private static final long MILLI = 1_000_000L;
  private static final long SECOND = 1_000 * MILLI;

  private final AgeNorm norm = new AgeNorm();
  private final Random random = new Random(7);

  /** A customer asks for a page of 2 ms each second, from its beginning to that age. */
  private void customer(long untilNanos) {
    visit(untilNanos, 2 * MILLI);
  }

  private void visit(long untilNanos, long nanosEachSecond) {
    int reached = 0;
    long offset = (long) (random.nextDouble() * SECOND);
    long spent = 0;
    for (long age = offset / 10; age < untilNanos; age += SECOND / 2 + offset) {
      spent = nanosEachSecond * (1 + age / SECOND);
      int bin = VisitWork.binOf(age);
      if (bin > reached) {
        reached = bin;
        norm.observe(bin, spent);
      }
    }
  }

  @Test
  void nothingIsKnownAtFirst() {
    assertThat(norm.at(0)).isInfinite();
    customer(5 * SECOND);
    assertThat(norm.at(SECOND)).isInfinite();
  }

  @Test
  void growsWithAge() {
    for (int i = 0; i < 500; i++) {
      customer(30 * SECOND);
    }
    assertThat(norm.at(0)).isBetween(2.0 * MILLI, 6.0 * MILLI).isEqualTo(norm.at(SECOND));
    assertThat(norm.at(20 * SECOND)).isBetween(20.0 * MILLI, 60.0 * MILLI);
    assertThat(norm.at(Long.MAX_VALUE)).isGreaterThan(norm.at(20 * SECOND));
  }

  @Test
  void fewThatTakeMuchMoveItLittle() {
    for (int i = 0; i < 500; i++) {
      customer(30 * SECOND);
    }
    double before = norm.at(10 * SECOND);
    for (int i = 0; i < 500; i++) {
      customer(30 * SECOND);
      if (i % 50 == 0) {
        visit(30 * SECOND, 500 * MILLI);
      }
    }
    assertThat(norm.at(10 * SECOND)).isLessThan(1.5 * before);
  }

  @Test
  void oldVisitsThatTakeMuchDoNotSetTheirOwnNorm() {
    for (int i = 0; i < 500; i++) {
      customer(10 * SECOND);
    }
    for (int i = 0; i < 100; i++) {
      visit(300 * SECOND, 500 * MILLI);
      for (int j = 0; j < 10; j++) {
        customer(10 * SECOND);
      }
    }
    // A customer of that age would have taken 600 ms, the others 150 s.
    assertThat(norm.at(300 * SECOND)).isLessThan(10.0 * SECOND);
  }

  @Test
  void followsAllCostsWithinSomeVisits() {
    for (int i = 0; i < 500; i++) {
      customer(10 * SECOND);
    }
    double before = norm.at(5 * SECOND);
    for (int i = 0; i < 60; i++) {
      visit(10 * SECOND, 8 * MILLI);
    }
    assertThat(norm.at(5 * SECOND)).isGreaterThan(3 * before);
  }

  @Test
  void neverFallsWithAgeAndGoesOnBeyondTheLastBin() {
    for (int i = 0; i < 500; i++) {
      customer(10 * SECOND);
    }
    double before = 0;
    for (long age = 0; age < 7_200 * SECOND; age += SECOND / 4) {
      double now = norm.at(age);
      assertThat(now).isGreaterThanOrEqualTo(before);
      before = now;
    }
    assertThat(norm.at(7_200 * SECOND)).isCloseTo(2 * norm.at(3_600 * SECOND), within(1e6));
  }

  /** Each of them once in a bin, again and again, beside two hundred others that are under way. */
  @Test
  void fiveVisitsAtATimeMoveItByLessThanAFifth() {
    for (int i = 0; i < 1_000; i++) {
      customer(10 * SECOND);
    }
    double[] before = {norm.at(SECOND), norm.at(5 * SECOND), norm.at(10 * SECOND)};
    for (int i = 0; i < 4_000; i++) {
      customer(10 * SECOND);
      if (i % 40 == 0) {
        visit(600 * SECOND, 500 * MILLI);
      }
    }
    double[] after = {norm.at(SECOND), norm.at(5 * SECOND), norm.at(10 * SECOND)};
    for (int i = 0; i < before.length; i++) {
      assertThat(after[i]).isBetween(0.8 * before[i], 1.2 * before[i]);
    }
  }
}

package io.headwaiter.core.visit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.headwaiter.core.capacity.VisitWork;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The norm follows the amounts that most visits use, whatever a few visits use. */
class AgeNormTest {
  private static final long MILLI = 1_000_000L;
  private static final long SECOND = 1_000 * MILLI;

  private final AgeNorm norm = new AgeNorm();
  private final Random random = new Random(7);

  /** Runs a customer that requests a page of 2 ms about each second, up to this age. */
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
  void normIsInfiniteWithoutEnoughSamples() {
    assertThat(norm.at(0)).isInfinite();
    customer(5 * SECOND);
    assertThat(norm.at(SECOND)).isInfinite();
  }

  @Test
  void normGrowsWithAge() {
    for (int i = 0; i < 500; i++) {
      customer(30 * SECOND);
    }
    assertThat(norm.at(0)).isBetween(2.0 * MILLI, 6.0 * MILLI).isEqualTo(norm.at(SECOND));
    assertThat(norm.at(20 * SECOND)).isBetween(20.0 * MILLI, 60.0 * MILLI);
    assertThat(norm.at(Long.MAX_VALUE)).isGreaterThan(norm.at(20 * SECOND));
  }

  @Test
  void fewHeavyVisitsMoveNormLittle() {
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
  void oldHeavyVisitsDoNotSetTheirNorm() {
    for (int i = 0; i < 500; i++) {
      customer(10 * SECOND);
    }
    for (int i = 0; i < 100; i++) {
      visit(300 * SECOND, 500 * MILLI);
      for (int j = 0; j < 10; j++) {
        customer(10 * SECOND);
      }
    }
    // A customer of that age would have used 600 ms, the others 150 s.
    assertThat(norm.at(300 * SECOND)).isLessThan(10.0 * SECOND);
  }

  @Test
  void followsChangeOfAllCostsWithinSixtyVisits() {
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
  void growsWithAgeAlsoBeyondLastBin() {
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

  /** One visit to every forty customers uses 250 times as much, for ten minutes. */
  @Test
  void heavyVisitsMoveNormByLessThanFifth() {
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

  /** Customers of a minute, and then only young ones: what is known of old ages rises alike. */
  @Test
  void rarelySeenAgesRiseWithVisitCost() {
    norm.setVisitCost(10);
    samples(200, 2 * SECOND, 1000);
    samples(200, 20 * SECOND, 10_000);
    double young = norm.at(2 * SECOND);
    double old = norm.at(20 * SECOND);
    norm.setVisitCost(30);
    samples(80, 2 * SECOND, 3000);
    assertThat(norm.at(2 * SECOND)).isCloseTo(3 * young, withinPercentage(10));
    assertThat(norm.at(20 * SECOND)).isCloseTo(3 * old, withinPercentage(10));
    samples(80, 20 * SECOND, 30_000);
    assertThat(norm.at(20 * SECOND)).as("no further").isCloseTo(3 * old, withinPercentage(10));
    norm.setVisitCost(10);
    samples(80, 2 * SECOND, 3000);
    assertThat(norm.at(20 * SECOND)).as("when it falls").isCloseTo(3 * old, withinPercentage(10));
  }

  @Test
  void rarelySeenAgesRiseByTenTimesAtMost() {
    norm.setVisitCost(10);
    samples(200, 2 * SECOND, 1000);
    samples(200, 20 * SECOND, 10_000);
    double old = norm.at(20 * SECOND);
    norm.setVisitCost(1000);
    samples(8, 2 * SECOND, 1000);
    assertThat(norm.at(20 * SECOND)).isLessThanOrEqualTo(10.01 * old);
  }

  /** The first page is a cheap one, and each further one, about each half second, takes 5 ms. */
  @Test
  void followsPagesThatCostMoreThanTheFirst() {
    for (int i = 0; i < 500; i++) {
      int reached = 0;
      long spent = MILLI / 10;
      long age = SECOND / 10;
      while (age < 5 * SECOND) {
        int bin = VisitWork.binOf(age);
        if (bin > reached) {
          reached = bin;
          norm.observe(bin, spent);
        }
        spent += 5 * MILLI;
        age += (long) (random.nextDouble() * SECOND);
      }
    }
    assertThat(norm.at(2 * SECOND)).isBetween(20.0 * MILLI, 40.0 * MILLI);
    assertThat(norm.commonAt(Long.MAX_VALUE)).isGreaterThan(40.0 * MILLI);
  }

  /** Adds samples of one amount at this age. */
  private void samples(int count, long ageNanos, long amount) {
    for (int i = 0; i < count; i++) {
      norm.observe(VisitWork.binOf(ageNanos), amount);
    }
  }

  @Test
  void becomesKnownAfterTwoHundredSamples() {
    samples(AgeNorm.SAMPLES_MIN - 1, SECOND, MILLI);
    assertThat(norm.isKnown()).isFalse();
    samples(1, SECOND, MILLI);
    assertThat(norm.isKnown()).isTrue();
    assertThat(norm.commonAt(SECOND)).isBetween(0.9 * MILLI, 1.1 * MILLI);
  }

  @Test
  void staysUnknownWithFewSamplesOfEachAge() {
    for (int bin = 1; bin < VisitWork.BINS; bin++) {
      samples(19, VisitWork.beginNanos(bin), MILLI);
    }
    assertThat(norm.isKnown()).isFalse();
    samples(AgeNorm.VISITS_MIN - 20, 10 * SECOND, MILLI);
    assertThat(norm.isKnown()).as("too few visits").isFalse();
    samples(1, 10 * SECOND, MILLI);
    samples(8, 800 * SECOND, MILLI);
    assertThat(norm.isKnown()).isTrue();
  }

  @Test
  void youngerAgesHaveNormOfFirstKnownAge() {
    int bin = VisitWork.binOf(10 * SECOND);
    samples(AgeNorm.SAMPLES_MIN, 10 * SECOND, MILLI);
    assertThat(norm.at(0)).isBetween(0.9 * MILLI, 1.1 * MILLI);
    assertThat(norm.at(VisitWork.beginNanos(bin))).isEqualTo(norm.at(0));
  }

  /** One in five uses a thousand times as much: at most four times the median counts as usual. */
  @Test
  void normIsAtMostFourTimesMedian() {
    for (int i = 0; i < 2_000; i++) {
      samples(4, SECOND, MILLI);
      samples(1, SECOND, 1_000 * MILLI);
    }
    assertThat(norm.commonAt(SECOND)).isBetween(3.5 * MILLI, 4.8 * MILLI);
  }

  @Test
  void rateIsConstantBeyondTheLastBin() {
    for (int i = 0; i < 500; i++) {
      customer(10 * SECOND);
    }
    long end = VisitWork.endNanos(VisitWork.BINS - 1);
    assertThat(norm.at(end)).isCloseTo(norm.at(end - 1), within(1.0));
    assertThat(norm.commonAt(2 * end)).isEqualTo(norm.commonAt(end));
  }

  /** Most stay ten seconds; one in thirty stays five minutes and uses much. */
  @Test
  void commonNormStaysWhereFewVisitsCome() {
    for (int i = 0; i < 1_500; i++) {
      customer(10 * SECOND);
      if (i % 30 == 0) {
        visit(300 * SECOND, 50 * MILLI);
      }
    }
    assertThat(norm.commonAt(5 * SECOND)).isGreaterThan(1.5 * norm.commonAt(SECOND));
    assertThat(norm.commonAt(300 * SECOND)).isLessThan(1.5 * norm.commonAt(10 * SECOND));
    assertThat(norm.at(300 * SECOND)).isGreaterThan(5 * norm.commonAt(300 * SECOND));
  }

  @Test
  void commonNormGrowsWhereManyVisitsCome() {
    for (int i = 0; i < 1_500; i++) {
      customer(i % 4 == 0 ? 300 * SECOND : 10 * SECOND);
    }
    assertThat(norm.commonAt(300 * SECOND)).isGreaterThan(10 * norm.commonAt(10 * SECOND));
  }

  @Test
  void forgetsOldNumberOfVisitsPerAge() {
    for (int i = 0; i < 500; i++) {
      customer(300 * SECOND);
    }
    double before = norm.commonAt(300 * SECOND);
    for (int i = 0; i < 3_000; i++) {
      customer(10 * SECOND);
    }
    assertThat(norm.commonAt(300 * SECOND)).isLessThan(before / 5);
  }
}

package io.headwaiter.core.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.core.admission.Decision.Outcome;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

/** Networks share new visits although no visit waits. */
class NetworkSharesTest {
  private static final long SECOND = 1_000_000_000L;
  private static final double FITS = 60;
  private static final int WARM_UP_SECONDS = 5;
  private static final int SECONDS = 25;

  private static AdmissionGate gate(double fitsPerSecond) {
    long cost = (long) (SECOND / fitsPerSecond);
    return new AdmissionGate(
        AdmissionPolicy.builder(0)
            .refillNanosPerSecond(SECOND)
            .budgetMaxNanos(SECOND / 2)
            .newVisitCostNanos(cost)
            .verifyBelowNanos(Long.MAX_VALUE)
            .build(),
        () -> 0,
        CourtesyBudget.NONE,
        /* shadow= */ false,
        /* secret= */ 7);
  }

  /** Networks that ask at random times, each at its own rate, and their admitted visits. */
  private static final class Crowd {
    private final double[] perSecond;
    private final long[] asked;
    private final long[] noteAdmitted;
    private final Random random;

    Crowd(long seed, double... perSecond) {
      this.perSecond = perSecond;
      this.asked = new long[perSecond.length];
      this.noteAdmitted = new long[perSecond.length];
      this.random = new Random(seed);
    }

    /** Asks the gate; counts after a warm-up. */
    Crowd askAt(AdmissionGate gate, boolean shared) {
      double[] upTo = perSecond.clone();
      Arrays.parallelPrefix(upTo, Double::sum);
      double all = upTo[upTo.length - 1];
      double now = 0;
      while (now < SECONDS) {
        now -= Math.log(1 - random.nextDouble()) / all;
        int found = Arrays.binarySearch(upTo, random.nextDouble() * all);
        int network = Math.min(upTo.length - 1, found < 0 ? -found - 1 : found);
        long named = shared ? network : AdmissionGate.NO_NETWORK;
        Decision decision = gate.decideVisit(Entry.NEW, named, (long) (now * SECOND));
        if (now >= WARM_UP_SECONDS) {
          asked[network]++;
          noteAdmitted[network] += decision.outcome() == Outcome.ADMIT ? 1 : 0;
        }
      }
      return this;
    }

    double admittedPerSecond(int network) {
      return (double) noteAdmitted[network] / (SECONDS - WARM_UP_SECONDS);
    }

    double partAdmitted(int from, int to) {
      return (double) sum(noteAdmitted, from, to) / sum(asked, from, to);
    }

    double allAdmittedPerSecond() {
      return (double) sum(noteAdmitted, 0, noteAdmitted.length) / (SECONDS - WARM_UP_SECONDS);
    }

    private static long sum(long[] counts, int from, int to) {
      return Arrays.stream(counts, from, to).sum();
    }
  }

  private static double[] of(int networks, double perSecond, double... others) {
    double[] all = Arrays.copyOf(others, others.length + networks);
    Arrays.fill(all, others.length, all.length, perSecond);
    return all;
  }

  /** One network asks for 100 times as much as the other, which asks for up to 0.4 of all. */
  @Property(tries = 20)
  void smallNetworkGetsAllItAsksFor(
      @ForAll @LongRange(min = 0, max = 1_000_000) long seed,
      @ForAll @DoubleRange(min = 2, max = 24) double small) {
    Crowd crowd = new Crowd(seed, small, 100 * small).askAt(gate(FITS), /* shared= */ true);
    assertThat(crowd.partAdmitted(0, 1)).isGreaterThan(0.93);
    assertThat(crowd.allAdmittedPerSecond()).isGreaterThan(0.98 * FITS);
  }

  @Test
  void smallNetworkGetsLittleWithoutShares() {
    Crowd crowd = new Crowd(1, 20, 2000).askAt(gate(FITS), /* shared= */ false);
    assertThat(crowd.partAdmitted(0, 1)).isLessThan(0.1);
  }

  @Test
  void networkWithDemandAboveHalfGetsNearlyHalf() {
    Crowd crowd = new Crowd(2, 60, 2000).askAt(gate(FITS), /* shared= */ true);
    assertThat(crowd.admittedPerSecond(0)).isBetween(0.42 * FITS, 0.52 * FITS);
    assertThat(crowd.allAdmittedPerSecond()).isBetween(0.98 * FITS, 1.02 * FITS);
  }

  /** The first network gets its 10; the others share the remaining 50: 25 and 25. */
  @Test
  void largerNetworksShareRestOfSmallOne() {
    Crowd crowd = new Crowd(3, 10, 40, 1000).askAt(gate(FITS), /* shared= */ true);
    assertThat(crowd.partAdmitted(0, 1)).isGreaterThan(0.95);
    assertThat(crowd.admittedPerSecond(1)).isBetween(19.5, 27.0);
    assertThat(crowd.admittedPerSecond(2)).isBetween(23.0, 31.0);
  }

  /** Returns how many visits each network asked for, and then how many it got. */
  private static long[][] ask(
      AdmissionGate gate, Random random, double from, double to, double... perSecond) {
    long[][] counts = new long[2][perSecond.length];
    double all = Arrays.stream(perSecond).sum();
    double now = from;
    while (now < to) {
      now -= Math.log(1 - random.nextDouble()) / all;
      double left = random.nextDouble() * all;
      int network = 0;
      while (network < perSecond.length - 1 && left >= perSecond[network]) {
        left -= perSecond[network++];
      }
      Decision decision = gate.decideVisit(Entry.NEW, network, (long) (now * SECOND));
      counts[0][network]++;
      counts[1][network] += decision.outcome() == Outcome.ADMIT ? 1 : 0;
    }
    return counts;
  }

  /** It used what nobody else wanted. Now four others come, and it still wants a fifth. */
  @Test
  void networkThatCameAloneKeepsShareWhenOthersCome() {
    AdmissionGate gate = gate(600);
    Random random = new Random(6);
    long[][] calm = ask(gate, random, 0, 30, 100);
    assertThat(calm[1][0]).isEqualTo(calm[0][0]);
    long[][] attack = ask(gate, random, 30, 34, 100, 1000, 1000, 1000, 1000);
    assertThat((double) attack[1][0] / attack[0][0]).isGreaterThan(0.9);
    assertThat(Arrays.stream(attack[1]).sum()).isGreaterThan(4 * 590);
  }

  @Test
  void servesHundredNetworksUnderAttackOfFour() {
    Crowd crowd =
        new Crowd(4, of(100, 0.25, 300, 300, 300, 300)).askAt(gate(FITS), /* shared= */ true);
    assertThat(crowd.partAdmitted(4, 104)).isGreaterThan(0.98);
    assertThat(crowd.allAdmittedPerSecond()).isGreaterThan(0.98 * FITS);
  }

  /** A thousand small networks alone ask for too much; a large one gets one share among them. */
  @Test
  void largeNetworkKeepsShareAmongManySmallOnes() {
    Crowd crowd = new Crowd(5, of(1000, 0.05, 1000)).askAt(gate(30), /* shared= */ true);
    assertThat(crowd.admittedPerSecond(0)).isBetween(0.1, 3.0);
    assertThat(crowd.allAdmittedPerSecond()).isGreaterThan(0.98 * 30);
  }

  /** For any networks and rates, as many visits are admitted as without shares. */
  @Property(tries = 25)
  void sharesKeepNumberOfAdmittedVisits(
      @ForAll @LongRange(min = 0, max = 1_000_000) long seed,
      @ForAll @IntRange(min = 1, max = 40) int networks) {
    Random random = new Random(seed);
    double[] perSecond =
        random.doubles(networks).map(r -> Math.pow(10, 3 * r) * 20 / networks).toArray();
    double with = new Crowd(seed, perSecond).askAt(gate(FITS), true).allAdmittedPerSecond();
    double without = new Crowd(seed, perSecond).askAt(gate(FITS), false).allAdmittedPerSecond();
    assertThat(with).isBetween(0.98 * without, 1.02 * without);
  }

  /** One network, as behind a load balancer: every decision is the same as without shares. */
  @Property(tries = 20)
  void sharesChangeNoDecisionForSingleNetwork(
      @ForAll @LongRange(min = 0, max = 1_000_000) long seed) {
    Random random = new Random(seed);
    AdmissionGate shared = gate(FITS);
    AdmissionGate plain = gate(FITS);
    long now = 0;
    for (int i = 0; i < 5000; i++) {
      now += random.nextInt(random.nextInt(100) == 0 ? 2_000_000_000 : 8_000_000);
      assertThat(shared.decideVisit(Entry.NEW, /* network= */ 9, now))
          .isEqualTo(plain.decideVisit(Entry.NEW, now));
    }
    assertThat(shared.counters().onCreditTotal()).isZero();
    assertThat(shared.counters().newRefusedTotal()).isPositive();
  }

  @Test
  void sharesChangeNoDecisionForNetworksAskingOnce() {
    AdmissionGate shared = gate(FITS);
    AdmissionGate plain = gate(FITS);
    for (int i = 0; i < 10_000; i++) {
      long now = i * (SECOND / 1000);
      assertThat(shared.decideVisit(Entry.NEW, i, now))
          .isEqualTo(plain.decideVisit(Entry.NEW, now));
    }
    assertThat(shared.counters().onCreditTotal()).isZero();
    assertThat(shared.counters().newRefusedTotal()).isGreaterThan(9000);
  }

  /** Chance differences between equal networks hardly ever give credit. */
  @Test
  void equalNetworksRarelyGetCredit() {
    AdmissionGate gate = gate(FITS);
    Crowd crowd = new Crowd(6, of(256, 300.0 / 256)).askAt(gate, /* shared= */ true);
    assertThat(crowd.allAdmittedPerSecond()).isGreaterThan(0.98 * FITS);
    assertThat((double) gate.counters().onCreditTotal()).isLessThan(0.1 * SECONDS * FITS);
  }

  @Test
  void creditEndsAtHalfABucketOfDebt() {
    AdmissionGate gate = gate(/* fitsPerSecond= */ 50);
    for (int i = 0; i < 40; i++) {
      gate.decideVisit(Entry.NEW, /* network= */ 1, 0);
    }
    assertThat(gate.counters().admittedTotal(Entry.NEW)).as("the bucket").isEqualTo(25);
    for (int i = 0; i < 40; i++) {
      gate.decideVisit(Entry.NEW, /* network= */ 100 + i, 0);
      gate.decideVisit(Entry.NEW, /* network= */ 1, 0);
    }
    assertThat(gate.counters().onCreditTotal()).as("12.5 may be owed").isEqualTo(12);
    assertThat(gate.counters().refusedTotal(RefusalReason.VISIT_BUDGET)).isEqualTo(15 + 28 + 40);
  }

  @Test
  void visitOnCreditTakesPlaceOfRefusedOne() {
    AdmissionGate gate = gate(/* fitsPerSecond= */ 50);
    for (int i = 0; i < 40; i++) {
      gate.decideVisit(Entry.NEW, /* network= */ 1, 0);
    }
    for (int i = 0; i < 10; i++) {
      gate.decideVisit(Entry.NEW, /* network= */ 100 + i, 0);
    }
    assertThat(gate.counters().onCreditTotal()).as("two of 15").isEqualTo(2);
    gate.decideVisit(Entry.NEW, /* network= */ 1, 0);
    gate.decideVisit(Entry.NEW, /* network= */ 110, 0);
    gate.decideVisit(Entry.NEW, /* network= */ 111, 0);
    assertThat(gate.counters().onCreditTotal()).as("and one more").isEqualTo(3);
  }

  /** At most three turns may wait, and eight for networks that got less. */
  @Test
  void creditEndsWhileTooMuchWorkWaits() {
    int[] waiting = {0};
    AdmissionPolicy policy =
        AdmissionPolicy.builder(0)
            .budgetMaxNanos(1_000_000)
            .abandonedCostNanos(0)
            .waitingMax(3)
            .shareWaitingMax(8)
            .build();
    AdmissionGate gate = new AdmissionGate(policy, () -> waiting[0]);
    for (int i = 0; i < 20; i++) {
      gate.decideVisit(Entry.NEW, /* network= */ 1, 0);
    }
    waiting[0] = 7;
    assertThat(gate.decideVisit(Entry.NEW, /* network= */ 1, 0).reason())
        .isEqualTo(RefusalReason.WORK_WAITING);
    assertThat(gate.decideVisit(Entry.RETURNING, /* network= */ 2, 0).entry())
        .isEqualTo(Entry.RETURNING);
    waiting[0] = 8;
    assertThat(gate.decideVisit(Entry.NEW, /* network= */ 2, 0).reason())
        .isEqualTo(RefusalReason.WORK_WAITING);
    assertThat(gate.decideNew(0).reason()).isEqualTo(RefusalReason.WORK_WAITING);
  }

  @Test
  void openGateRecordsNoNetworks() {
    AdmissionGate gate = gate(FITS);
    gate.publish(AdmissionPolicy.OPEN);
    for (int i = 0; i < 1000; i++) {
      assertThat(gate.decideVisit(Entry.NEW, /* network= */ 1, 0).entry()).isEqualTo(Entry.NEW);
    }
    gate.publish(
        AdmissionPolicy.builder(1)
            .grantNanos(0)
            .budgetMaxNanos(100)
            .newVisitCostNanos(100)
            .verifyBelowNanos(Long.MAX_VALUE)
            .build());
    assertThat(gate.decideVisit(Entry.NEW, /* network= */ 2, 0).outcome())
        .as("no network has got more")
        .isEqualTo(Outcome.REFUSE);
  }

  /** Any number of networks: the table is bounded, and keeps the largest of each set. */
  @Test
  void tableIsBoundedAndKeepsLargestNetwork() {
    NetworkShares shares = new NetworkShares(new SecretHash(3));
    for (int i = 0; i < 50; i++) {
      shares.noteAdmitted(/* network= */ -5, 0);
    }
    int fresh = 20 * NetworkShares.NETWORKS_MAX;
    for (int i = 1; i <= fresh; i++) {
      shares.noteAdmitted(i, 0);
    }
    assertThat(shares.level(-5, 0)).isEqualTo(50);
    long kept = 0;
    for (int i = 1; i <= fresh; i++) {
      kept += shares.level(i, 0) > 0 ? 1 : 0;
    }
    assertThat(kept).isEqualTo(NetworkShares.NETWORKS_MAX - 1);
  }

  @Test
  void levelOfNetworkFadesWithTime() {
    NetworkShares shares = new NetworkShares(new SecretHash(3));
    for (int i = 0; i < 100; i++) {
      shares.noteAdmitted(/* network= */ 1, 0);
    }
    assertThat(shares.share(0)).isGreaterThan(50);
    assertThat(shares.creditPart(2, 0)).as("nobody was refused").isZero();
    shares.refused(/* network= */ 1, 0);
    assertThat(shares.creditPart(2, 0)).isEqualTo(1);
    assertThat(shares.creditPart(1, 0)).as("it has got most").isZero();
    for (int second = 1; second <= 5; second++) {
      shares.refused(/* network= */ 1, second * SECOND);
    }
    assertThat(shares.level(1, 5 * SECOND)).isCloseTo(100 / Math.E, within(1e-6));
    assertThat(shares.creditPart(2, 20 * SECOND)).isZero();
  }

  @Test
  void networkAboveShareStaysAboveItWithTime() {
    NetworkShares shares = new NetworkShares(new SecretHash(3));
    for (int i = 0; i < 100; i++) {
      shares.noteAdmitted(/* network= */ 1, 0);
    }
    shares.refused(/* network= */ 1, SECOND / 2);
    assertThat(shares.share(SECOND / 2)).isLessThan(100 / Math.E);
    assertThat(shares.creditPart(2, SECOND / 2)).isEqualTo(1);
  }

  /** While nobody is refused, and not within a second of a refusal. */
  @Test
  void levelFadesTenTimesAsFastInCalm() {
    NetworkShares shares = new NetworkShares(new SecretHash(3));
    for (int i = 0; i < 100; i++) {
      shares.noteAdmitted(/* network= */ 1, 0);
    }
    assertThat(shares.level(1, SECOND / 2)).isCloseTo(100 / Math.E, within(1e-6));
    shares.refused(/* network= */ 1, SECOND / 2);
    double before = shares.level(1, SECOND / 2);
    assertThat(shares.level(1, 3 * SECOND / 2))
        .isCloseTo(before * Math.exp(-1 / 5.0), within(1e-6));
    assertThat(shares.level(1, 2 * SECOND))
        .isCloseTo(before * Math.exp(-(1 + 5) / 5.0), within(1e-6));
  }

  /**
   * F moves by a tenth of the difference: up to an admitted level above it, down to a refused level
   * below it.
   */
  @Test
  void shareFollowsLevelsByTenths() {
    NetworkShares shares = new NetworkShares(new SecretHash(3));
    for (int i = 0; i < 4; i++) {
      shares.noteAdmitted(/* network= */ 1, 0);
    }
    assertThat(shares.share(0)).as("1, 1, 1.1, 1.29").isCloseTo(1.29, within(1e-9));
    shares.refused(/* network= */ 1, 0);
    assertThat(shares.share(0)).as("4 is not below").isCloseTo(1.29, within(1e-9));
    shares.refused(/* network= */ 2, 0);
    assertThat(shares.share(0)).isCloseTo(1.161, within(1e-9));
    for (int i = 0; i < 10; i++) {
      shares.refused(/* network= */ 2, 0);
    }
    assertThat(shares.share(0)).as("never below one visit").isEqualTo(1);
  }

  @Test
  void creditNeedsFourVisitsLessThanRefusedNetwork() {
    NetworkShares shares = new NetworkShares(new SecretHash(3));
    for (int i = 0; i < 3; i++) {
      shares.noteAdmitted(/* network= */ 1, 0);
    }
    shares.refused(/* network= */ 1, 0);
    assertThat(shares.creditPart(2, 0)).as("3 is less than 4").isZero();
    shares.noteAdmitted(/* network= */ 1, 0);
    shares.refused(/* network= */ 1, 0);
    assertThat(shares.share(0)).isCloseTo(1.29, within(1e-9));
    double ofShare = 1.29 / (4 + 2 * Math.sqrt(1.29));
    assertThat(shares.creditPart(2, 0)).as("a fifth").isCloseTo(ofShare, within(1e-9));
  }
}

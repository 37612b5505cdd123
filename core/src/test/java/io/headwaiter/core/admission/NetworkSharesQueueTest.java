package io.headwaiter.core.admission;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.core.admission.Decision.Outcome;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

/**
 * Credit where the queue is what refuses: one worker, 20 ms a visit, and ten times as many visits
 * as fit. One visit may wait for all, and ten for networks with less than their share.
 */
class NetworkSharesQueueTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long VISIT_NANOS = SECOND / 50;
  private static final double PER_SECOND = 500;
  private static final int SECONDS = 20;
  // So long that chance matters little: of 1,600 seeds the worst was 0.977.
  private static final int FLOOD_SECONDS = 100;

  /** A gate before a queue of visits, and what they met. */
  private static final class Shop {
    private final AdmissionGate gate =
        new AdmissionGate(
            AdmissionPolicy.builder(0)
                .refillNanosPerSecond(2 * SECOND)
                .budgetMaxNanos(SECOND / 2)
                .newVisitCostNanos(VISIT_NANOS)
                .abandonedCostNanos(0)
                .waitingMax(1)
                .shareWaitingMax(10)
                .build(),
            this::waiting);
    private long now;
    private long freeNanos;
    private long waitedNanos;
    private long admitted;

    private int waiting() {
      return (int) (Math.max(0, freeNanos - now) / VISIT_NANOS);
    }

    boolean ask(long network, long atNanos) {
      now = atNanos;
      if (gate.decideVisit(Entry.NEW, network, now).outcome() != Outcome.ADMIT) {
        return false;
      }
      waitedNanos += Math.max(0, freeNanos - now);
      freeNanos = Math.max(freeNanos, now) + VISIT_NANOS;
      admitted++;
      return true;
    }

    double meanWaitNanos() {
      return (double) waitedNanos / admitted;
    }
  }

  /** Mean wait of visits that come at random times; the n-th is of network {@code of(n)}. */
  private static double meanWaitNanos(Random random, LongUnaryOperator of) {
    Shop shop = new Shop();
    double seconds = 0;
    for (long n = 0; seconds < SECONDS; n++) {
      seconds -= Math.log(1 - random.nextDouble()) / PER_SECOND;
      shop.ask(of.applyAsLong(n), (long) (seconds * SECOND));
    }
    return shop.meanWaitNanos();
  }

  private static double meanWaitNanosOfOneNetwork(long seed) {
    return meanWaitNanos(new Random(seed), n -> 1);
  }

  @Property(tries = 30)
  void equalNetworksWaitNoLonger(
      @ForAll @LongRange(min = 0, max = 1_000_000) long seed,
      @ForAll @IntRange(min = 2, max = 512) int networks) {
    Random networkOf = new Random(seed + 1);
    double many = meanWaitNanos(new Random(seed), n -> networkOf.nextInt(networks));
    assertThat(many).isLessThan(1.5 * meanWaitNanosOfOneNetwork(seed));
  }

  /** Each network asks for a while, and then the next one: nobody is kept out by another. */
  @Property(tries = 30)
  void networksThatTakeTurnsWaitNoLonger(
      @ForAll @LongRange(min = 0, max = 1_000_000) long seed,
      @ForAll @IntRange(min = 50, max = 5000) int inARow) {
    double many = meanWaitNanos(new Random(seed), n -> n / inARow);
    assertThat(many).isLessThan(1.5 * meanWaitNanosOfOneNetwork(seed));
  }

  /** A few networks send all but 4 % of the visits; the others are 0.4 of what fits. */
  @Property(tries = 20)
  void smallNetworksAreAdmittedBesideFlood(
      @ForAll @LongRange(min = 0, max = 1_000_000) long seed,
      @ForAll @IntRange(min = 1, max = 4) int floods) {
    Random random = new Random(seed);
    Shop shop = new Shop();
    double seconds = 0;
    int asked = 0;
    int admitted = 0;
    while (seconds < FLOOD_SECONDS) {
      seconds -= Math.log(1 - random.nextDouble()) / PER_SECOND;
      boolean small = random.nextDouble() < 0.04;
      long network = small ? 10 + random.nextInt(6) : random.nextInt(floods);
      boolean in = shop.ask(network, (long) (seconds * SECOND));
      asked += small ? 1 : 0;
      admitted += small && in ? 1 : 0;
    }
    assertThat((double) admitted / asked).isGreaterThan(0.95);
  }

  /** 500 networks of very unequal size: who is small is not clear enough for a long queue. */
  @Property(tries = 10)
  void manyUnequalNetworksWaitLittleLonger(@ForAll @LongRange(min = 0, max = 1_000_000) long seed) {
    Random networkOf = new Random(seed + 1);
    double many =
        meanWaitNanos(new Random(seed), n -> (long) Math.pow(500, networkOf.nextDouble()));
    assertThat(many).isLessThan(3 * meanWaitNanosOfOneNetwork(seed));
  }
}

package io.headwaiter.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.sim.law.Headwaiter;
import io.headwaiter.sim.law.LawFactory;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** The parts of the simulator, one by one. */
class SimulatorPartsTest {
  /**
   * Behaves like a queue ordered by time and then by insertion, for all sequences of operations.
   */
  @Property(tries = 200)
  void eventHeapOrdersByTimeThenInsertion(
      @ForAll @Size(max = 300) List<@IntRange(min = -2, max = 20) Integer> ops) {
    EventHeap heap = new EventHeap();
    PriorityQueue<long[]> model =
        new PriorityQueue<>(
            (a, b) -> a[0] != b[0] ? Long.compare(a[0], b[0]) : Long.compare(a[1], b[1]));
    long number = 0;
    for (int op : ops) {
      if (op >= 0) {
        model.add(new long[] {op, number});
        heap.put(op, (byte) op, number++);
      } else if (!model.isEmpty()) {
        long[] expected = model.remove();
        assertThat(heap.nextNanos()).isEqualTo(expected[0]);
        assertThat(heap.take()).isEqualTo(expected[1]);
        assertThat(heap.takenKind()).isEqualTo((byte) expected[0]);
      }
      assertThat(heap.size()).isEqualTo(model.size());
    }
  }

  @Test
  void quantilesAreWithinOnePercent() {
    SplittableRandom random = new SplittableRandom(1);
    double[] values = random.doubles(10_000).map(u -> Math.exp(20 * u)).toArray();
    Histogram histogram = new Histogram();
    Arrays.stream(values).forEach(histogram::add);
    Arrays.sort(values);
    for (double q : new double[] {0, 0.01, 0.5, 0.9, 0.99, 0.9999, 1}) {
      double exact = values[(int) Math.min(values.length - 1.0, q * values.length)];
      assertThat(histogram.quantile(q) / exact).as("%s", q).isCloseTo(1, within(0.008));
    }
    assertThat(histogram.mean()).isCloseTo(Arrays.stream(values).average().orElse(0), within(1e-3));
    assertThat(new Histogram().quantile(0.5)).isZero();
  }

  /**
   * Gaps are exponential at the current rate: the number of arrivals is the integral of the rate.
   */
  @Test
  void arrivalsFollowTheLoad() {
    Shop shop = Shop.ofThink(0.7).crowd(c -> c.offered(t -> t < 100 ? 1 : t < 200 ? 10 : 0));
    Arrivals arrivals = new Arrivals(shop, 1, 400_000_000_000L);
    long[] counts = new long[4];
    long last = -1;
    for (long at = arrivals.nextNanos(); at < 400_000_000_000L; at = arrivals.nextNanos()) {
      assertThat(at).isGreaterThan(last);
      last = at;
      counts[(int) (at / 100_000_000_000L)]++;
    }
    assertThat(counts[0] / (100 * shop.capacity())).isCloseTo(1, within(0.04));
    assertThat(counts[1] / (1000 * shop.capacity())).isCloseTo(1, within(0.015));
    assertThat(counts[2] + counts[3]).isZero();
  }

  /** Bursts keep the mean and make the counts per second uneven. */
  @Test
  void burstsRaiseVarianceOfArrivals() {
    Shop shop = Shop.ofThink(0.7).crowd(c -> c.offered(t -> 1));
    assertThat(unevenness(shop)).isBetween(0.8, 1.2);
    assertThat(unevenness(shop.crowd(c -> c.bursts(1.8, 1)))).isGreaterThan(10);
  }

  /** Variance over mean of the counts per second: 1 for Poisson. */
  private static double unevenness(Shop shop) {
    Arrivals arrivals = new Arrivals(shop, 1, 1_000_000_000_000L);
    double[] counts = new double[1000];
    for (long at = arrivals.nextNanos(); at < 1_000_000_000_000L; at = arrivals.nextNanos()) {
      counts[(int) (at / 1_000_000_000L)]++;
    }
    double mean = Arrays.stream(counts).average().orElse(0);
    assertThat(mean / shop.capacity()).isCloseTo(1, within(0.06));
    return Arrays.stream(counts).map(c -> (c - mean) * (c - mean)).average().orElse(0) / mean;
  }

  /** Worked number of {@link FluidModel}: 58.04 a second. */
  @Test
  void fluidModelMatchesItsEquation() {
    Shop shop = Shop.ofThink(0.7).crowd(c -> c.offered(t -> 5));
    assertThat(FluidModel.completedPerSecond(shop, 1, 100, 200)).isCloseTo(58.04, within(0.1));
    Shop half = Shop.ofThink(0.7).crowd(c -> c.offered(t -> 0.5));
    assertThat(FluidModel.completedPerSecond(half, 1, 100, 200) / half.capacity())
        .isCloseTo(0.5, within(0.001));
  }

  /** With half of the database connections that are needed, half of the visits complete. */
  @Test
  void fluidModelIsBoundedByDatabaseConnections() {
    Shop plenty =
        Shop.ofThink(0.7).crowd(c -> c.kinds(VisitKind.plain(0.7).database(0.02)).offered(t -> 3));
    double held = 0.02 * 8.5 * plenty.capacity();
    Shop tight = plenty.machine(m -> m.databaseConnections((int) Math.round(held / 2)));
    Shop full = tight.crowd(c -> c.offered(t -> 9));
    assertThat(FluidModel.completedPerSecond(full, 1, 100, 200))
        .isCloseTo(Math.round(held / 2) / (0.02 * 8.5), within(0.1));
  }

  /** The worked number of {@link Promises}: P = 0.679. */
  @Test
  void promisedProcessorsMatchWorkedNumber() {
    Promises promises = new Promises(Shop.ofThink(0.7));
    Visit visit = new Visit(1, 0, VisitKind.plain(0.7), new Dice(1, 1));
    for (int i = 0; i < 3066; i++) {
      promises.underWay(visit);
      promises.thinks(visit);
    }
    assertThat(promises.processors(0) / 10).isCloseTo(0.679, within(0.001));
    // About 94 of these 3066 fit into service and the 20 ms allowed; the others wait and count.
    for (int i = 0; i < 3066; i++) {
      promises.underWay(visit);
    }
    assertThat(promises.processors(0) / 10).isBetween(1.2, 2 * 0.679);
  }

  @Test
  void settlesWhenItStaysWithinFivePercent() {
    float[] optimum = new float[1000];
    float[] committed = new float[1000];
    Arrays.fill(optimum, 2f);
    Arrays.fill(committed, 2.05f);
    Trace good = new Trace(committed.clone(), optimum);
    Arrays.fill(committed, 201, 241, 3f);
    Trace late = new Trace(committed.clone(), optimum);
    Arrays.fill(committed, 2.2f);
    Trace never = new Trace(committed, optimum);
    assertThat(Trace.settleSeconds(List.of(good), 10, 40)).isZero();
    assertThat(Trace.settleSeconds(List.of(late), 10, 40)).isCloseTo(2, within(0.1));
    assertThat(Trace.settleSeconds(List.of(never), 10, 40)).isInfinite();
  }

  @Test
  void rejectsArgumentsOutOfRange() {
    LawFactory law = LawFactory.of(Headwaiter.NAME, Headwaiter::new);
    assertThatThrownBy(() -> Simulation.run(Shop.ofThink(1), law, 1, 5, 5))
        .hasMessageContaining("got 5.0 to 5.0");
    assertThatThrownBy(() -> new Board(List.of(law), null, 0, 1, 1))
        .hasMessageContaining("processors must be above 0");
    assertThatThrownBy(() -> new Board(List.of(law), null, 1, 1, 0))
        .hasMessageContaining("seeds must be at least 1");
  }
}

package io.headwaiter.front.supply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.core.capacity.CpuSupply;
import io.headwaiter.front.supply.SupplyLaw.Input;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class SupplyLawTest {
  private static final double INTERVAL = 50e6;

  private final SupplyLaw law = new SupplyLaw();

  private static Input input(double cpus, double own, double idle, boolean wanting) {
    return new Input(
        INTERVAL,
        cpus,
        cpus,
        own,
        own,
        idle,
        Double.POSITIVE_INFINITY,
        /* stolen= */ 0,
        0,
        wanting);
  }

  @Test
  void matchesWorkedExample() {
    for (int i = 0; i < 2_000; i++) {
      double own = i % 80 < 40 ? 0 : 1.2;
      law.step(input(2, own, 2 - 1.5 * own, false));
    }
    assertThat(law.step(input(2, 0.4, 1.4, false)).processors()).isCloseTo(1.33, within(0.03));
  }

  @Test
  void steadyLoadHasNoCompanions() {
    // Changes of others do not count as companions while the use of this process hardly varies.
    for (int i = 0; i < 2_000; i++) {
      boolean more = i % 80 < 40;
      law.step(input(2, more ? 0.41 : 0.4, more ? 1 : 1.4, false));
    }
    assertThat(law.step(input(2, 0.4, 1.4, false)).processors()).isCloseTo(1.8, within(0.2));
  }

  @Test
  void wrongCompanionSlopeCostsNoCapacity() {
    for (int i = 0; i < 2_000; i++) {
      double own = i % 80 < 40 ? 0.2 : 0.6;
      law.step(input(2, own, 2 - 3 * own, false));
    }
    // The neighbour has ended. Using all that is available brings the supply closer each time.
    double own = 0.4;
    for (int i = 0; i < 10; i++) {
      own = law.step(input(2, own, 2 - own, false)).processors();
    }
    assertThat(own).isCloseTo(2, within(0.05));
  }

  /**
   * Measured on a busy machine: the visits of half a second in a burst, nothing idle, and A at 0.19
   * of 2 processors.
   */
  @Test
  void shortBurstsDoNotReduceShare() {
    CpuSupply supply = law.step(input(2, 0, 0, false));
    for (int i = 0; i < 400; i++) {
      supply = law.step(input(2, 0.1, 0, i % 5 == 0));
    }
    assertThat(supply.processors()).isCloseTo(1, within(0.01));
  }

  @Test
  void supplyExcludesQuotaUsedByOthers() {
    Input full = new Input(INTERVAL, 1, 4, 0.3, 0.3, 3, /* quotaRoom= */ 0, 0, 0.5, true);
    CpuSupply supply = law.step(full);
    for (int i = 0; i < 40; i++) {
      supply = law.step(full);
    }
    assertThat(supply.processors()).isCloseTo(0.3, within(0.001));
    assertThat(supply.throttledPart()).isEqualTo(0.5);
  }

  @Property
  void supplyStaysWithinAllowedProcessors(@ForAll("histories") List<Input> history) {
    SupplyLaw any = new SupplyLaw();
    for (Input in : history) {
      CpuSupply supply = any.step(in);
      assertThat(supply.allowed()).isEqualTo(in.allowed());
      assertThat(supply.processors())
          .isGreaterThanOrEqualTo(SupplyLaw.FLOOR_PART * in.allowed())
          .isLessThanOrEqualTo(in.allowed());
      assertThat(supply.others()).isBetween(0.0, in.cpus());
      assertThat(supply.stolen()).isBetween(0.0, in.cpus());
    }
  }

  /** The supply is never less than what the process uses, up to what it is allowed. */
  @Property
  void supplyIsAtLeastOwnUse(@ForAll("histories") List<Input> history) {
    SupplyLaw any = new SupplyLaw();
    for (Input in : history) {
      assertThat(any.step(in).processors())
          .isGreaterThanOrEqualTo(Math.min(in.own(), in.allowed()));
    }
  }

  @Property
  void processAloneGetsAllProcessors(
      @ForAll("processors") double cpus, @ForAll("parts") double part) {
    SupplyLaw any = new SupplyLaw();
    for (int i = 0; i < 5; i++) {
      CpuSupply supply = any.step(input(cpus, part * cpus, (1 - part) * cpus, i % 2 == 0));
      assertThat(supply.processors()).isCloseTo(cpus, within(1e-6 * cpus));
    }
  }

  @Provide
  Arbitrary<Double> processors() {
    return Arbitraries.doubles().between(0.01, 256).ofScale(4);
  }

  @Provide
  Arbitrary<Double> parts() {
    return Arbitraries.doubles().between(0, 1).ofScale(4);
  }

  @Provide
  Arbitrary<List<Input>> histories() {
    Arbitrary<Double> any = Arbitraries.doubles().between(0, 300).ofScale(3);
    Arbitrary<Double> room = Arbitraries.oneOf(any, Arbitraries.just(Double.POSITIVE_INFINITY));
    return Combinators.combine(
            Arbitraries.longs().between(1, 10_000_000_000L),
            processors(),
            parts(),
            any,
            any,
            room,
            any,
            Arbitraries.of(true, false))
        .as(
            (elapsed, cpus, quotaPart, own, idle, left, stolen, wanting) -> {
              double allowed = Math.max(0.001, quotaPart) * cpus;
              return new Input(elapsed, allowed, cpus, own, own, idle, left, stolen, 1, wanting);
            })
        .list()
        .ofMinSize(1)
        .ofMaxSize(60);
  }
}

package io.headwaiter.core.capacity.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.admission.GateCounters;
import io.headwaiter.core.capacity.AdaptiveController;
import io.headwaiter.core.capacity.EacController;
import io.headwaiter.core.capacity.EacFormula;
import org.junit.jupiter.api.Test;

/** What shadow mode says of a simulated shop, through an overload that nobody held back. */
class ShadowTest {
  private static final long SEED = 42;
  private static final long TARGET_NANOS = 20_000_000;
  private static final Shop SHOP =
      Shop.ofThink(0.7).processors(4).offered(t -> t > 40 && t < 50 ? 1.5 : 0.5);

  private static GateCounters adaptive(double seconds) {
    return Simulation.runShadow(
        SHOP, new AdaptiveController(TARGET_NANOS, SHOP.processors()), SEED, seconds);
  }

  /** The published formula on the profiled costs. */
  private static GateCounters formula(double seconds) {
    EacFormula formula = new EacFormula(2_000_000, 17_000_000);
    return Simulation.runShadow(SHOP, new EacController(formula, 2_000_000_000L), SEED, seconds);
  }

  private static long acting(double seconds) {
    AdaptiveController law = new AdaptiveController(TARGET_NANOS, SHOP.processors());
    return Simulation.run(SHOP, law, SEED, 0, seconds).refused();
  }

  /**
   * Healthy: none at half load, 2,846 by the time the queue of an overload of ten seconds at 1.5x
   * is worked off, five seconds after it, and none from then on. Acting refuses 616 of the same
   * load: it does not decide for a server that is full of those whom it keeps out. Broken would be
   * refusals that never end, because the budget pays for visits which it has refused.
   */
  @Test
  void theBudgetDoesNotRunAway() {
    GateCounters after = adaptive(60);
    assertThat(adaptive(40).wouldRefuseTotal()).as("at half load").isLessThan(40);
    assertThat(after.wouldRefuseTotal()).as("in overload").isBetween(acting(60), 5_000L);
    assertThat(after.refusedTotal()).as("nobody is").isZero();
    assertThat(adaptive(120).wouldRefuseTotal() - after.wouldRefuseTotal())
        .as("when it is over")
        .isLessThan(40);
  }

  /** The formula: 107 at half load, by chance within its intervals of 2 s; 1,334 by the end. */
  @Test
  void theFormulaHasAShadowToo() {
    GateCounters after = formula(60);
    assertThat(formula(40).wouldRefuseTotal()).as("at half load").isLessThan(200);
    assertThat(after.wouldRefuseTotal()).as("in overload").isBetween(1_000L, 2_000L);
    assertThat(after.refusedTotal()).as("nobody is").isZero();
    assertThat(formula(120).wouldRefuseTotal() - after.wouldRefuseTotal())
        .as("when it is over")
        .isLessThan(40);
  }
}

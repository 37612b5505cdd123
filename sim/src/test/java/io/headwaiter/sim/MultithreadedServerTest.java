package io.headwaiter.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.sim.MultithreadedServer.Costs;
import io.headwaiter.sim.MultithreadedServer.Customers;
import org.junit.jupiter.api.Test;

class MultithreadedServerTest {
  private static final Costs COSTS = new Costs(1e-3, 4e-3, 1e-3);
  private static final Customers PATIENT = new Customers(5, 0.7, 1000);

  private static MultithreadedServer of(double processors, int workers) {
    return new MultithreadedServer(processors, workers, 1, 100, COSTS);
  }

  /** Below overload each customer has five pages. */
  @Test
  void servesWhatIsOfferedBelowOverload() {
    Score score = of(1, 200).run(PATIENT, 20, 1, 20, 120);
    assertThat(score.completedPerSecond()).isCloseTo(20, within(1.0));
    assertThat(score.pagesPerSecond()).isCloseTo(100, within(5.0));
  }

  /** Twice as many customers as the processor can serve: most wait in vain. */
  @Test
  void losesThroughputWhenOverloaded() {
    Customers hasty = new Customers(5, 0.7, 1);
    double most = of(1, 100).run(hasty, 90, 1, 20, 60).pagesPerSecond();
    double overloaded = of(1, 100).run(hasty, 400, 1, 20, 60).pagesPerSecond();
    assertThat(most).isGreaterThan(200);
    assertThat(overloaded).isLessThan(0.8 * most);
    assertThat(of(4, 400).run(hasty, 360, 1, 20, 60).pagesPerSecond()).isGreaterThan(2 * most);
  }

  @Test
  void rejectsWhatCannotBe() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Costs(0, 1, 1))
        .withMessageContaining("more than 0 s");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> of(1, 1).run(PATIENT, 0, 1, 0, 1))
        .withMessageContaining("above 0");
  }
}

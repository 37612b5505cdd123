package io.headwaiter.tuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.tuning.FormulaCosts.Run;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class FormulaCostsTest {
  @Test
  void followsWorkedExample() {
    FormulaCosts costs = FormulaCosts.of(new Run(4, 1000, 0), new Run(2, 200, 800));
    assertThat(costs.newMillis()).isEqualTo(4, within(1e-9));
    assertThat(costs.resumedMillis()).isEqualTo(1.5, within(1e-9));
  }

  @Test
  void findsCostsThatRunsWereMadeWith() {
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < 1000; i++) {
      double full = random.nextDouble(0.1, 200);
      double resumed = random.nextDouble(0.1, 20);
      long first = random.nextLong(30, 10_000);
      long second = random.nextLong(0, 10_000);
      long again = random.nextLong(30, 10_000);
      FormulaCosts costs =
          FormulaCosts.of(
              new Run(first * full / 1000, first, 0),
              new Run((second * full + again * resumed) / 1000, second, again));
      assertThat(costs.newMillis()).isEqualTo(full, within(1e-6 * full));
      assertThat(costs.resumedMillis()).isEqualTo(resumed, within(1e-3 * (full + resumed)));
    }
  }

  @Test
  void rejectsRunsThatSayTooLittle() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FormulaCosts.of(new Run(4, 29, 0), new Run(2, 200, 800)))
        .withMessageContaining("29 connections with full");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FormulaCosts.of(new Run(4, 1000, 0), new Run(2, 200, 3)))
        .withMessageContaining("3 connections with resumed")
        .withMessageContaining("--new-connection-per-request");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> FormulaCosts.of(new Run(4, 1000, 0), new Run(0.5, 200, 800)))
        .withMessageContaining("contradict");
  }
}

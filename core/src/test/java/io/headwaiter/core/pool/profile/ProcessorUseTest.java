package io.headwaiter.core.pool.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.core.pool.queueing.FiniteSource;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ProcessorUseTest {
  private static ProcessorUse use(double busy, double stolen) {
    return new ProcessorUse(busy, 1, stolen, null);
  }

  @Test
  void matchesWorkedNumbers() {
    assertThat(use(0.75, 0.25).gainUnstolen(20)).isCloseTo(1.33, within(0.005));
    assertThat(use(0.2 * 0.75, 0.25).gainUnstolen(1)).isCloseTo(1.05, within(0.005));
  }

  /** Processors on which the system works for the process are in use. */
  @Test
  void countsSystemWorkAsUse() {
    assertThat(new ProcessorUse(0.65, 1, 0.25, 0.0).gainUnstolen(20))
        .isCloseTo(1.33, within(0.005));
    assertThat(use(0.65, 0.25).gainUnstolen(20)).isLessThan(1.28);
  }

  /** A closed server of one processor, with 5 ms of work and a delay; a part of it is stolen. */
  @Test
  void recoversRateWithoutStolenProcessors() {
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < 2000; i++) {
      int crowd = random.nextInt(1, 60);
      double work = 5e6;
      double delay = random.nextDouble(0, 400e6);
      double stolen = random.nextDouble(0, 0.2);
      double whole = FiniteSource.turnsPerNano(crowd, work, delay, 1);
      double slow = FiniteSource.turnsPerNano(crowd, work / (1 - stolen), delay, 1);
      double gain = use(slow * work, stolen).gainUnstolen(crowd);
      assertThat(slow * gain)
          .as("%d at work, delay %.3g, stolen %.2f", crowd, delay, stolen)
          .isCloseTo(whole, within(0.05 * whole));
    }
  }

  @Test
  void unknownUseGivesNoGain() {
    assertThat(ProcessorUse.UNKNOWN.gainUnstolen(10)).isEqualTo(1);
    assertThat(new ProcessorUse(1, 1).gainUnstolen(10)).isEqualTo(1);
    assertThat(use(0, 0.5).gainUnstolen(10)).isEqualTo(1);
    assertThat(use(0.5, 0.5).gainUnstolen(0)).isEqualTo(1);
    assertThat(ProcessorUse.UNKNOWN.stolenPart()).isZero();
    assertThat(new ProcessorUse(1, 4, 1.0, null).stolenPart()).isEqualTo(0.25);
    assertThat(ProcessorUse.UNKNOWN.unstolen(1)).isEqualTo(ProcessorUse.UNKNOWN);
    assertThat(new ProcessorUse(1, 4, 4.0, null).isKnown()).isFalse();
  }

  /** A request needs the same processor time, so a higher rate uses more of the processors. */
  @Test
  void useGrowsWithCorrectedRate() {
    ProcessorUse full = use(0.75, 0.25);
    assertThat(full.unstolen(full.gainUnstolen(20)).busy()).isCloseTo(1, within(1e-12));
    ProcessorUse idle = use(0.6, 0.25);
    double gain = idle.gainUnstolen(20);
    assertThat(gain).isBetween(1.05, 1.15);
    assertThat(idle.unstolen(gain)).isEqualTo(new ProcessorUse(gain * 0.6, 1));
    assertThat(new ProcessorUse(0.79, 1, 0.2, 0.0).unstolen(1.3).busy()).isEqualTo(1);
  }

  @Test
  void rejectsImpossibleStolenProcessors() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> use(0.5, 1.5))
        .withMessageContaining("stolen");
    assertThatIllegalArgumentException().isThrownBy(() -> use(0.5, -0.1));
  }
}

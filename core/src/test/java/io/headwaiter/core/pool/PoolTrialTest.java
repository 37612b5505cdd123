package io.headwaiter.core.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Two thousand changes each; an interval's rate is off by 3 %, by chance. */
class PoolTrialTest {
  private static final int CHANGES = 2000;
  private static final double NOISE = 0.03;

  /** Part of the changes that are taken for harm. */
  private static double harms(double loss) {
    int harms = 0;
    SplittableRandom dice = new SplittableRandom(1);
    for (int i = 0; i < CHANGES; i++) {
      PoolTrial.Sample before = new PoolTrial.Sample();
      for (int k = 0; k < 10; k++) {
        before.add(NOISE * dice.nextGaussian());
      }
      PoolTrial trial = new PoolTrial(before, 0.01, 10);
      PoolTrial.Verdict verdict = PoolTrial.Verdict.OPEN;
      while (verdict == PoolTrial.Verdict.OPEN) {
        verdict = trial.add(NOISE * dice.nextGaussian() - loss);
      }
      harms += verdict == PoolTrial.Verdict.HARM ? 1 : 0;
    }
    return (double) harms / CHANGES;
  }

  @Test
  void falseAlarmsAreRare() {
    assertThat(harms(0)).isLessThan(0.04);
    assertThat(harms(-0.02)).isLessThan(0.005);
  }

  @Test
  void realHarmIsSeen() {
    assertThat(harms(0.05)).isGreaterThan(0.9);
    assertThat(harms(0.1)).isGreaterThan(0.99);
  }

  @Test
  void withoutABeforeNothingIsJudged() {
    PoolTrial trial = new PoolTrial(new PoolTrial.Sample(), 0.01, 10);
    assertThat(trial.canJudge()).isFalse();
    assertThat(trial.isJudged()).isFalse();
  }

  @Test
  void theWindowKeepsTheLast() {
    PoolTrial.Window window = new PoolTrial.Window(3);
    for (int i = 1; i <= 5; i++) {
      window.add(i);
    }
    assertThat(window.sample().mean()).isEqualTo(4);
    assertThat(window.sample().count()).isEqualTo(3);
  }
}

package io.headwaiter.core.holding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class HoldingModelTest {
  private static final double MS = 1e6;

  private final HoldingModel law = new HoldingModel();

  @Test
  void valuesConnectionByWaitingRequests() {
    assertThat(HoldingModel.value(0, 0, 10)).isZero();
    assertThat(HoldingModel.value(0.3, 0.5, 10)).isEqualTo(0.35, within(1e-9));
    assertThat(HoldingModel.value(1, 4, 10)).isEqualTo(1.4, within(1e-9));
  }

  @Test
  void mapsUsesToStages() {
    assertThat(HoldingModel.stage(1)).isZero();
    assertThat(HoldingModel.stage(2)).isEqualTo(1);
    assertThat(HoldingModel.stage(16)).isEqualTo(15);
    assertThat(HoldingModel.stage(17)).isEqualTo(16);
    assertThat(HoldingModel.stage(32)).isEqualTo(16);
    assertThat(HoldingModel.stage(33)).isEqualTo(17);
    assertThat(HoldingModel.stage(256)).isEqualTo(19);
    assertThat(HoldingModel.stage(257)).isEqualTo(20);
    assertThat(HoldingModel.stage(Integer.MAX_VALUE)).isEqualTo(HoldingModel.STAGES - 1);
  }

  @Test
  void keepsConnectionUntilTwentyUsesAreObserved() {
    see(0, 19, 0, 50);
    law.decide(1.4, 0.2 * MS);
    assertThat(law.keeps(1)).isTrue();
    see(0, 1, 0, 50);
    law.decide(1.4, 0.2 * MS);
    assertThat(law.keeps(1)).isFalse();
  }

  @Test
  void matchesWorkedNumber() {
    law.observe(0, 100, 100, (long) (100 * 0.05 * MS));
    law.observe(1, 100, 100, (long) (100 * 50 * MS));
    law.decide(HoldingModel.value(1, 4, 10), 0.2 * MS);
    assertThat(law.verdict(0).keepNanos()).isEqualTo(0.07 * MS, within(1.0));
    assertThat(law.verdict(0).giveBackNanos()).isEqualTo(0.285 * MS, within(1.0));
    assertThat(law.verdict(1).keepNanos()).isEqualTo(70 * MS, within(1.0));
    assertThat(law.keeps(1)).isTrue();
    assertThat(law.keeps(2)).isFalse();
  }

  @Test
  void keepsConnectionsWhileNoRequestWaits() {
    see(0, 100, 0, 1_000);
    law.decide(0, 0);
    assertThat(law.keeps(1)).isTrue();
  }

  @Test
  void changesChoiceOnlyBeyondHysteresis() {
    see(0, 100, 100, 1);
    decideAt(0.85 * MS);
    assertThat(law.keeps(1)).as("18 %% cheaper").isTrue();
    decideAt(0.75 * MS);
    assertThat(law.keeps(1)).as("a third cheaper").isFalse();
    decideAt(1.2 * MS);
    assertThat(law.keeps(1)).as("back only for a quarter").isFalse();
    decideAt(1.3 * MS);
    assertThat(law.keeps(1)).isTrue();
  }

  @Test
  void noticesChangedPageWithinThousandUses() {
    see(0, 100_000, 100_000, 0.01);
    law.decide(1, MS);
    assertThat(law.keeps(1)).isTrue();
    int seen = 0;
    while (law.keeps(1)) {
      see(0, 1, 1, 50);
      law.decide(1, MS);
      seen++;
    }
    assertThat(seen).isLessThan(1_000);
  }

  @Test
  void describesVerdictWithItsCosts() {
    see(2, 100, 50, 4);
    decideAt(MS);
    assertThat(law.verdict(2))
        .hasToString(
            "after use 3: given back; keeping costs others 4.000 ms, giving back costs 0.500 ms"
                + " (idle 4.000 ms, 50% come again, 100 seen)");
    assertThat(law.verdict(0).toString()).startsWith("after use 1: kept");
    assertThat(law.verdict(16).toString()).startsWith("after use 17-32: kept");
    assertThat(law.verdict(20).toString()).startsWith("after use 257 and later: kept");
  }

  /** Decides with this cost for a request that uses a connection again; its value is 1. */
  private void decideAt(double giveBackNanos) {
    law.decide(1, giveBackNanos - HoldingModel.TAKE_NANOS);
  }

  private void see(int stage, int uses, int again, double idleMillis) {
    for (int i = 0; i < uses; i++) {
      law.observe(stage, 1, i < again ? 1 : 0, (long) (idleMillis * MS));
    }
  }
}

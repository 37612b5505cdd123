package io.headwaiter.lab.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class ServerSpecTest {
  @Test
  void textIsThatOfStoredObservations() {
    assertThat(ServerSpec.stock().with("--max-threads", "9").withKey("RSA-4096"))
        .hasToString(
            "ServerSpec[name=stock, kind=stock, arguments=[--max-threads, 9], proxy=,"
                + " tuning=Tuning[knobs=[], repeats=1, trialsMax=1], rsaBits=4096]");
  }

  @Test
  void textDiffersByKeyAndProfile() {
    assertThat(ServerSpec.stock().withKey("P-256").toString()).contains("key=P-256");
    assertThat(ServerSpec.headwaiter().withFormulaCosts().toString()).contains("profiled=true");
  }

  @Test
  void textHasQuotaOnlyIfThereIsOne() {
    ServerSpec quarter = ServerSpec.stock().withQuota(0.25);
    assertThat(quarter.toString()).endsWith(", rsaBits=2048, quota=0.25]");
    assertThat(quarter.withQuota(1)).isEqualTo(ServerSpec.stock());
    assertThat(quarter.withQuota(1).toString()).doesNotContain("quota");
    assertThat(ServerSpec.of(ServerSpec.SIMULATED).withQuota(3).quota()).isEqualTo(3);
    assertThat(quarter.withQuota(ServerSpec.SHARED).toString()).endsWith(", quota=2.0]");
    assertThat(quarter.named("other").with("--x").withKey("P-256").quota()).isEqualTo(0.25);
  }

  @Test
  void rejectsQuotaOutOfRange() {
    for (double wrong : new double[] {0, -1, 1.1, 3, Double.NaN}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> ServerSpec.stock().withQuota(wrong))
          .withMessageContaining("above 0 and at most 1");
    }
  }
}

package io.headwaiter.lab.model;

import static org.assertj.core.api.Assertions.assertThat;

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
}

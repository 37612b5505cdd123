package io.headwaiter.front.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.tls.KnownSession;
import org.junit.jupiter.api.Test;

class HandshakeResultTest {
  private static final long VISIT = 7;

  @Test
  void engineKnowsVisitOfTicketThatCannotBeReadAnyMore() {
    KnownSession session = HandshakeResult.ofEngine(VISIT, 1_000);

    assertThat(session.visit()).isEqualTo(VISIT);
    assertThat(session.beganMillis()).isEqualTo(1_000);
    assertThat(session.courtesy()).isFalse();
  }

  @Test
  void releasedEngineKnowsNothing() {
    assertThat(HandshakeResult.ofEngine(VISIT, KnownSession.UNKNOWN).visit())
        .isEqualTo(KnownSession.UNKNOWN);
    assertThat(HandshakeResult.ofEngine(KnownSession.UNKNOWN, 1_000).visit())
        .isEqualTo(KnownSession.UNKNOWN);
  }
}

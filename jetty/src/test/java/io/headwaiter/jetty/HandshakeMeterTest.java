package io.headwaiter.jetty;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.admission.AdmissionGate;
import io.headwaiter.core.admission.AdmissionPolicy;
import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.core.visit.VisitAccounts;
import io.headwaiter.door.AdmittedConnection;
import io.headwaiter.front.request.HandshakeAccounting;
import io.headwaiter.front.session.SessionDirectory;
import io.headwaiter.telemetry.ServerMeters;
import javax.net.ssl.SSLContext;
import org.eclipse.jetty.io.ssl.SslHandshakeListener;
import org.junit.jupiter.api.Test;

class HandshakeMeterTest {
  private static final long IDLE_NANOS = 300_000_000_000L;

  private final ServerMeters meters = new ServerMeters();
  private final SessionDirectory sessions =
      new SessionDirectory(
          new VisitAccounts(10, IDLE_NANOS, Long.MAX_VALUE), IDLE_NANOS, () -> 0, () -> 1_000);

  // The other constructor is not public.
  @SuppressWarnings("removal")
  private static SslHandshakeListener.Event succeeded() throws Exception {
    return new SslHandshakeListener.Event(SSLContext.getDefault().createSSLEngine());
  }

  /** Another thread closes it, because the client has left. */
  @Test
  void handshakeClosedWithinItsLastStepHasFailed() throws Exception {
    HandshakeAccounting handshakes =
        new HandshakeAccounting(new AdmissionGate(AdmissionPolicy.OPEN), meters, sessions);
    HandshakeMeter meter =
        new HandshakeMeter(
            AdmittedConnection.as(Entry.NEW),
            handshakes,
            /* claimed= */ null,
            /* connection= */ null);
    assertThat(meter.goesOn()).isTrue();
    meter.handshakeSucceeded(succeeded());

    meter.closed();
    meter.pauses();

    assertThat(meters.totals().failedHandshakes()).isEqualTo(1);
    assertThat(meters.handshakesUnderWayCpuNanos()).as("its last step is booked").isZero();
    assertThat(meters.totals().fullHandshakes()).isZero();
    assertThat(sessions.remembered()).isZero();
    assertThat(meter.sessionUse()).isNull();
  }
}

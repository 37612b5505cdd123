package io.headwaiter.baseline;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.trace.Stage;
import io.headwaiter.core.trace.StageTotals;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ConnectionTraceTest {
  private final StageTotals totals = new StageTotals();
  private final AtomicLong now = new AtomicLong();
  private final ConnectionTrace trace = new ConnectionTrace(totals, now::get);

  private ConnectionTrace after(long nanos) {
    now.addAndGet(nanos);
    return trace;
  }

  private void assertStage(Stage stage, long count, long nanos) {
    assertThat(totals.count(stage)).as("number of " + stage).isEqualTo(count);
    assertThat(totals.nanos(stage)).as("time of " + stage).isEqualTo(nanos);
  }

  @Test
  void followsRequestOverTls() {
    trace.opened();
    after(1).queued();
    after(2).handshakeBegins();
    after(3).handshakeBegins();
    after(4).handshakeDone(/* resumed= */ false);
    assertThat(after(5).read(10)).isEqualTo(10);
    after(6).serviceBegins();
    after(7).serviceEnds();
    assertThat(after(8).read(0)).isZero();
    assertThat(totals.connections()).isZero();
    after(9).closed();
    assertThat(totals.connections()).isEqualTo(1);
    assertStage(Stage.IDLE, 3, 1 + 5 + 9);
    assertStage(Stage.QUEUE, 1, 2);
    assertStage(Stage.FULL_HANDSHAKE, 1, 3 + 4);
    assertStage(Stage.RESUMED_HANDSHAKE, 0, 0);
    assertStage(Stage.FAILED_HANDSHAKE, 0, 0);
    assertStage(Stage.REQUEST, 2, 6 + 8);
    assertStage(Stage.SERVICE, 1, 7);
  }

  @Test
  void tellsResumedHandshakesFromFailedOnes() {
    trace.opened();
    trace.handshakeBegins();
    after(2).handshakeDone(/* resumed= */ true);
    trace.closed();
    trace.opened();
    trace.handshakeBegins();
    after(3).closed();
    assertStage(Stage.RESUMED_HANDSHAKE, 1, 2);
    assertStage(Stage.FAILED_HANDSHAKE, 1, 3);
    assertStage(Stage.FULL_HANDSHAKE, 0, 0);
  }

  @Test
  void waitsForRestOfRequestInRequest() {
    trace.opened();
    trace.read(5);
    after(3).read(0);
    after(4).queued();
    after(5).read(5);
    after(6).serviceBegins();
    trace.closed();
    assertStage(Stage.REQUEST, 1, 3 + 4 + 5 + 6);
    assertStage(Stage.QUEUE, 0, 0);
  }

  @Test
  void isIdleIfWorkerFindsNothing() {
    trace.opened();
    after(1).queued();
    after(2).read(0);
    after(3).closed();
    assertStage(Stage.QUEUE, 1, 2);
    assertStage(Stage.IDLE, 2, 1 + 3);
  }

  @Test
  void countsServiceOfPipelinedRequests() {
    trace.opened();
    trace.read(20);
    trace.serviceBegins();
    after(1).serviceEnds();
    trace.serviceBegins();
    after(2).serviceEnds();
    after(4).read(-1);
    trace.closed();
    assertStage(Stage.SERVICE, 2, 3);
    assertStage(Stage.REQUEST, 3, 4);
  }

  @Test
  void countsConnectionOnce() {
    trace.opened();
    trace.closed();
    trace.closed();
    assertThat(totals.connections()).isEqualTo(1);
  }

  @Test
  void valveFindsTraceOfItsWorker() {
    trace.opened();
    trace.read(1);
    assertThat(ConnectionTrace.ofWorker()).isSameAs(trace);
  }

  @Test
  void followsNothingWithoutTotals() {
    ConnectionTrace off = new ConnectionTrace(/* totals= */ null);
    off.opened();
    off.queued();
    off.handshakeBegins();
    off.handshakeDone(/* resumed= */ true);
    assertThat(off.read(7)).isEqualTo(7);
    off.serviceBegins();
    off.serviceEnds();
    off.closed();
    assertThat(ConnectionTrace.ofWorker()).isNotSameAs(off);
  }
}

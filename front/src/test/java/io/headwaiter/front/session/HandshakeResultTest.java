package io.headwaiter.front.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.tls.JsseStatefulMode;
import io.headwaiter.tls.KnownSession;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import javax.net.ssl.SSLSession;
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

  /** A session of JSSE that began at an instant. */
  private static SSLSession session(long beganMillis) {
    Map<Object, Object> values = new HashMap<>();
    return (SSLSession)
        Proxy.newProxyInstance(
            HandshakeResultTest.class.getClassLoader(),
            new Class<?>[] {SSLSession.class},
            (self, method, arguments) ->
                switch (method.getName()) {
                  case "getCreationTime" -> beganMillis;
                  case "getValue" -> values.get(arguments[0]);
                  case "putValue" -> values.put(arguments[0], arguments[1]);
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  @Test
  void sessionThatBeganBeforeTheConnectionIsResumed() {
    assertThat(HandshakeResult.ofJsse(session(1_000), 2_000).resumed()).isTrue();
    assertThat(HandshakeResult.ofJsse(session(2_000), 2_000).resumed()).isFalse();
  }

  /** Then its session seems to begin in the future. */
  @Test
  void resumptionIsToldAfterTheClockWasSetBack() {
    String before = System.getProperty(JsseStatefulMode.PROPERTY);
    System.setProperty(JsseStatefulMode.PROPERTY, "false");
    try {
      SSLSession session = session(10_000);
      HandshakeResult first = HandshakeResult.ofJsse(session, 9_990);
      HandshakeResult again = HandshakeResult.ofJsse(session, 5_000);
      assertThat(first.resumed()).isFalse();
      assertThat(again.resumed()).isTrue();
      assertThat(again.session().visit()).isEqualTo(first.session().visit());
    } finally {
      if (before == null) {
        System.clearProperty(JsseStatefulMode.PROPERTY);
      } else {
        System.setProperty(JsseStatefulMode.PROPERTY, before);
      }
    }
  }
}

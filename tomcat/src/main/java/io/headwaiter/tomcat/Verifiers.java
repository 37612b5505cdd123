package io.headwaiter.tomcat;

import io.headwaiter.door.SessionVerifier;
import io.headwaiter.front.session.SessionDirectory;
import io.headwaiter.tls.JsseSessionVerifier;
import io.headwaiter.tls.JsseTicketProbe;
import io.headwaiter.tls.TicketSessionVerifier;

/** Chooses the session verifier for the TLS engines in use. */
final class Verifiers {
  private Verifiers() {}

  /**
   * @param boringssl whether the engines are BoringSSL's
   * @param jsseStateful for JSSE engines, whether JSSE keeps the sessions; otherwise clients keep
   *     them in tickets
   * @param sessions turns each session found into a verdict
   */
  static SessionVerifier of(
      boolean boringssl, boolean jsseStateful, TlsHosts hosts, SessionDirectory sessions) {
    if (boringssl) {
      return sessions.verifyingQuickly(new TicketSessionVerifier(hosts::ticketHost)::find);
    }
    JsseSessionVerifier caches = new JsseSessionVerifier(hosts::sessionCaches);
    return sessions.verifying(
        jsseStateful ? caches::find : new JsseTicketProbe(hosts::engines, caches)::find);
  }
}

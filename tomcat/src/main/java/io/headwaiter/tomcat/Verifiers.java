package io.headwaiter.tomcat;

import io.headwaiter.door.SessionVerifier;
import io.headwaiter.front.Visits;
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
   * @param visits turns each session found into a verdict
   */
  static SessionVerifier of(
      boolean boringssl, boolean jsseStateful, TlsHosts hosts, Visits visits) {
    if (boringssl) {
      return visits.verifyingQuickly(new TicketSessionVerifier(hosts::ticketHost)::find);
    }
    JsseSessionVerifier caches = new JsseSessionVerifier(hosts::sessionCaches);
    return visits.verifying(
        jsseStateful ? caches::find : new JsseTicketProbe(hosts::engines, caches)::find);
  }
}

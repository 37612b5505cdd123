package io.headwaiter.tomcat;

import io.headwaiter.door.SessionVerifier;
import io.headwaiter.tls.JsseSessionVerifier;
import io.headwaiter.tls.JsseTicketProbe;
import io.headwaiter.tls.TicketSessionVerifier;

/** Chooses who verifies claims: whoever knows the sessions of the engines in use. */
final class Verifiers {
  private Verifiers() {}

  /**
   * @param boringssl whether the engines are BoringSSL's
   * @param jsseStateful if not, whether JSSE keeps the sessions; else its clients do
   */
  static SessionVerifier of(boolean boringssl, boolean jsseStateful, TlsHosts hosts) {
    if (boringssl) {
      return SessionVerifier.quick(new TicketSessionVerifier(hosts::ticketRealm)::isKnown);
    }
    JsseSessionVerifier caches = new JsseSessionVerifier(hosts::sessionCaches);
    return jsseStateful ? caches::isKnown : new JsseTicketProbe(hosts::engines, caches)::isKnown;
  }
}

package io.headwaiter.tls;

/**
 * Keeps TLS 1.2 clients on JSSE from asking for another handshake on their connection. It would
 * cost a signature that the gate has not admitted, as often as the client likes. A handshake that
 * the server asks for, to see a certificate for one page, is not affected.
 *
 * <p>The switch is the system property {@value #PROPERTY}, process-wide, and JSSE reads it once,
 * with the first handshake of a server: {@link #refuse} must run before that. BoringSSL never
 * renegotiates as a server.
 */
public final class JsseRenegotiation {
  /** JSSE's property; "true" refuses. */
  public static final String PROPERTY = "jdk.tls.rejectClientInitiatedRenegotiation";

  private JsseRenegotiation() {}

  /** Sets the property, unless the user has set it. */
  public static void refuse() {
    if (System.getProperty(PROPERTY) == null) {
      System.setProperty(PROPERTY, "true");
    }
  }
}

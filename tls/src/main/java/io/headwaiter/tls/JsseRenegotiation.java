package io.headwaiter.tls;

/**
 * Keeps clients of TLS 1.2 on JSSE from asking for another handshake on their connection: it would
 * cost a signature that nobody has admitted, as often as they like. A handshake that the server
 * asks for, to see a certificate for one page, is not touched.
 *
 * <p>The switch is the system property {@value #PROPERTY}, process-wide, and JSSE reads it once,
 * with the first handshake of a server: {@link #refuse} must run before that. BoringSSL never
 * renegotiates as a server.
 */
public final class JsseRenegotiation {
  /** JSSE's property; "true" refuses. */
  public static final String PROPERTY = "jdk.tls.rejectClientInitiatedRenegotiation";

  private JsseRenegotiation() {}

  /** Asks for it, unless the user has said something about it. */
  public static void refuse() {
    if (System.getProperty(PROPERTY) == null) {
      System.setProperty(PROPERTY, "true");
    }
  }
}

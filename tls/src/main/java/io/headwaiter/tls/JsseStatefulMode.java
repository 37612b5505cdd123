package io.headwaiter.tls;

/**
 * Switches JSSE to stateful sessions. The server then keeps each session under the id that the
 * client presents, so that a claim can be looked up. Stateless tickets, the default, leave nothing
 * on the server to look up. There the claim is tried on an engine ({@link JsseTicketProbe}), which
 * costs more.
 *
 * <p>The switch is the system property {@value #PROPERTY}. It is process-wide and JSSE reads it
 * once, when its first context is made: {@link #enable} must run before that. A user who has set it
 * to anything but false has chosen stateless sessions, as JSSE understands it, and keeps them. The
 * number of TLS 1.3 session tickets for each handshake is raised with it ({@value
 * #TICKET_COUNT_PROPERTY}), unless the user has set it, because a stateful ticket is good for one
 * connection only and a browser opens several.
 */
public final class JsseStatefulMode {
  /** JSSE's property; "false" selects stateful sessions. */
  public static final String PROPERTY = "jdk.tls.server.enableSessionTicketExtension";

  /** JSSE's property for the number of TLS 1.3 tickets of a handshake. */
  public static final String TICKET_COUNT_PROPERTY = "jdk.tls.server.newSessionTicketCount";

  private static final String TICKET_COUNT = "3";

  private JsseStatefulMode() {}

  /**
   * Selects stateful sessions, unless the user has selected stateless ones.
   *
   * @return whether sessions are stateful
   */
  public static boolean enable() {
    String set = System.getProperty(PROPERTY);
    if (set != null && !set.equalsIgnoreCase("false")) {
      return false;
    }
    System.setProperty(PROPERTY, "false");
    if (System.getProperty(TICKET_COUNT_PROPERTY) == null) {
      System.setProperty(TICKET_COUNT_PROPERTY, TICKET_COUNT);
    }
    return true;
  }

  /** Returns whether sessions are stateful, as JSSE reads the property. */
  static boolean isOn() {
    return "false".equalsIgnoreCase(System.getProperty(PROPERTY));
  }
}

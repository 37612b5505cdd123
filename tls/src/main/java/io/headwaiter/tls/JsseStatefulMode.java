package io.headwaiter.tls;

/**
 * Switches JSSE to stateful sessions. The server then keeps each session under the id that the
 * client presents, so that a claim can be looked up. Stateless tickets, the default, leave nothing
 * on the server to look up. There the claim is tried on an engine ({@link JsseTicketProbe}), which
 * costs more.
 *
 * <p>The switch is the system property {@value #PROPERTY}. It is process-wide and JSSE reads it
 * once, when its first context is made: {@link #enable} must run before that. A user who has set it
 * to anything but false has chosen stateless sessions, as JSSE understands it, and keeps them.
 *
 * <p>Two more properties are set with it, unless the user has set them. The number of TLS 1.3
 * session tickets for each handshake ({@value #TICKET_COUNT_PROPERTY}) is raised, because a
 * stateful ticket is good for one connection only and a browser opens several. So is the number of
 * sessions that are kept ({@value #CACHE_PROPERTY}): each handshake adds as many as it issues
 * tickets, and a hundred handshakes a second would push the sessions of customers out of JSSE's
 * 20,480 within a minute.
 */
public final class JsseStatefulMode {
  /** JSSE's property; "false" selects stateful sessions. */
  public static final String PROPERTY = "jdk.tls.server.enableSessionTicketExtension";

  /** JSSE's property for the number of TLS 1.3 tickets of a handshake. */
  public static final String TICKET_COUNT_PROPERTY = "jdk.tls.server.newSessionTicketCount";

  /** JSSE's property for the number of sessions that a context keeps. */
  public static final String CACHE_PROPERTY = "javax.net.ssl.sessionCacheSize";

  private static final String TICKET_COUNT = "3";
  private static final long SESSIONS_MIN = 20_480;
  private static final long SESSIONS_MAX = 131_072;
  // An eighth of the heap, at some 2 KB a session.
  private static final long HEAP_BYTES_PER_SESSION = 8 * 2048;

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
    if (System.getProperty(CACHE_PROPERTY) == null) {
      long sessions = sessionsFor(Runtime.getRuntime().maxMemory());
      System.setProperty(CACHE_PROPERTY, Long.toString(sessions));
    }
    return true;
  }

  /** Returns the number of sessions to keep with a heap of so many bytes. */
  static long sessionsFor(long heapBytes) {
    return Math.max(SESSIONS_MIN, Math.min(SESSIONS_MAX, heapBytes / HEAP_BYTES_PER_SESSION));
  }

  /** Returns whether sessions are stateful, as JSSE reads the property. */
  static boolean isOn() {
    return "false".equalsIgnoreCase(System.getProperty(PROPERTY));
  }
}

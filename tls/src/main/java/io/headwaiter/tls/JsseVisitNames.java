package io.headwaiter.tls;

import javax.net.ssl.SSLSession;

/**
 * Names visits on JSSE. In stateful mode the name is random and bound to the session as a value
 * ({@link SSLSession#putValue}). A session that is resumed in TLS 1.2 is the same object. The
 * sessions that TLS 1.3 makes for its tickets share the values of the original session, also those
 * bound later (JDK 17 to 25). So every session of a visit has one name.
 *
 * <p>In stateless mode nothing can be bound: a session with values is not put into a ticket. There
 * a visit is named by the millisecond in which it began, which its tickets state. Visits that began
 * in one millisecond share their name, and the client knows it.
 *
 * <p>Thread-safe.
 */
public final class JsseVisitNames {
  private static final String NAME = "io.headwaiter.visit";
  private static final Object NAMING = new Object();

  private JsseVisitNames() {}

  /**
   * Returns the name of this session's visit, which gets one if it has none. Never 0.
   *
   * @param session established, or from a session cache
   */
  public static long of(SSLSession session) {
    if (!JsseStatefulMode.isOn()) {
      return session.getCreationTime();
    }
    Object name = session.getValue(NAME);
    return name == null ? named(session) : (Long) name;
  }

  /**
   * Returns whether this session's visit has its name already, as it has if it was resumed; false
   * in stateless mode.
   */
  public static boolean isNamed(SSLSession session) {
    return JsseStatefulMode.isOn() && session.getValue(NAME) != null;
  }

  /**
   * Two threads may ask at once: for the first connection of the visit, and for one that resumes.
   */
  private static long named(SSLSession session) {
    synchronized (NAMING) {
      Object name = session.getValue(NAME);
      if (name == null) {
        name = VisitNames.random();
        session.putValue(NAME, name);
      }
      return (Long) name;
    }
  }
}

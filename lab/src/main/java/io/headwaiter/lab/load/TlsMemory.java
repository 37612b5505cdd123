package io.headwaiter.lab.load;

import io.netty.internal.tcnative.SSL;
import io.netty.internal.tcnative.SSLSession;

/**
 * The TLS sessions that one visit may resume: the newest few that its server gave it. TLS 1.3
 * sessions are used once, TLS 1.2 sessions again and again. Owns native memory until {@link
 * #forget()}. Belongs to one event loop.
 */
final class TlsMemory {
  /** More than a page's parallel connections need; servers send one to four tickets. */
  private static final int MOST_SESSIONS = 8;

  private final long[] sessions = new long[MOST_SESSIONS];
  private int size;
  private boolean forgotten;

  /**
   * Takes over a native session.
   *
   * @return false when the visit is over and the caller keeps the session
   */
  boolean remember(long session) {
    if (forgotten) {
      return false;
    }
    if (size == MOST_SESSIONS) {
      SSLSession.free(sessions[0]);
      System.arraycopy(sessions, 1, sessions, 0, --size);
    }
    sessions[size++] = session;
    return true;
  }

  /** Gives the newest session to a connection that has not begun its handshake. */
  void offerTo(long ssl) {
    if (size == 0) {
      return;
    }
    long session = sessions[size - 1];
    boolean once = SSLSession.shouldBeSingleUse(session);
    SSL.setSession(ssl, session);
    if (once) {
      SSLSession.free(session);
      size--;
    }
  }

  /** Frees everything; the visit is over. Harmless when repeated. */
  void forget() {
    forgotten = true;
    while (size > 0) {
      SSLSession.free(sessions[--size]);
    }
  }
}

package io.headwaiter.load;

import io.netty.internal.tcnative.SSL;
import io.netty.internal.tcnative.SSLSession;

/**
 * The TLS sessions that one visit may resume: the newest few that its server gave it. TLS 1.3
 * sessions are used once, TLS 1.2 sessions again and again. Owns native memory until {@link
 * #forget()}. Belongs to one event loop.
 */
public final class TlsMemory {
  /** More than a page's parallel connections need; servers send one to four tickets. */
  private static final int MOST_SESSIONS = 8;

  private final long[] sessions;
  private final boolean unspentComeBack;
  private int size;
  private boolean forgotten;

  /** A memory of a usual client. */
  public TlsMemory() {
    this(MOST_SESSIONS, /* unspentComeBack= */ false);
  }

  private TlsMemory(int most, boolean unspentComeBack) {
    this.sessions = new long[most];
    this.unspentComeBack = unspentComeBack;
  }

  /**
   * A memory of a client that loses no session: one that was offered on a connection that ended
   * before its handshake can be offered again.
   *
   * @param most sessions kept; over it the oldest is dropped
   */
  public static TlsMemory thrifty(int most) {
    return new TlsMemory(most, /* unspentComeBack= */ true);
  }

  /** Sessions that can be offered. */
  public int size() {
    return size;
  }

  /**
   * Takes over a native session.
   *
   * @return false when the visit is over and the caller keeps the session
   */
  boolean remember(long session) {
    if (forgotten) {
      return false;
    }
    if (size == sessions.length) {
      SSLSession.free(sessions[0]);
      System.arraycopy(sessions, 1, sessions, 0, --size);
    }
    sessions[size++] = session;
    return true;
  }

  /**
   * Gives a session to a connection that has not begun its handshake: the newest, or the oldest
   * where they come back, so that one that a server refuses is not offered for ever.
   *
   * @return the session if the connection has to {@linkplain #settle settle} it in the end; else 0
   */
  long offerTo(long ssl) {
    if (size == 0) {
      return 0;
    }
    int at = unspentComeBack ? 0 : size - 1;
    long session = sessions[at];
    SSL.setSession(ssl, session);
    if (!SSLSession.shouldBeSingleUse(session)) {
      return 0;
    }
    System.arraycopy(sessions, at + 1, sessions, at, --size - at);
    if (unspentComeBack) {
      return session;
    }
    SSLSession.free(session);
    return 0;
  }

  /** A connection that was offered a session is over. */
  void settle(long session, boolean spent) {
    if (spent || !remember(session)) {
      SSLSession.free(session);
    }
  }

  /** Frees everything; the visit is over. Harmless when repeated. */
  public void forget() {
    forgotten = true;
    while (size > 0) {
      SSLSession.free(sessions[--size]);
    }
  }
}

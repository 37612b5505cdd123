package io.headwaiter.lab.load;

import io.netty.internal.tcnative.SSL;
import io.netty.internal.tcnative.SSLSession;

/**
 * The TLS sessions that one visit may resume: the newest few that its server gave it. TLS 1.3
 * sessions are used once, TLS 1.2 sessions again and again, unless the memory is {@linkplain
 * #rotating one of a client that reuses tickets}. Owns native memory until {@link #forget()}.
 * Belongs to one event loop.
 */
public final class TlsMemory {
  /** More than a page's parallel connections need; servers send one to four tickets. */
  private static final int MOST_SESSIONS = 8;

  private final long[] sessions;
  private final boolean rotating;
  private int size;
  private boolean forgotten;

  /** A memory of a usual client. */
  public TlsMemory() {
    this(MOST_SESSIONS, /* rotating= */ false);
  }

  private TlsMemory(int most, boolean rotating) {
    this.sessions = new long[most];
    this.rotating = rotating;
  }

  /**
   * A memory that offers its sessions in turn, each again and again, as RFC 8446 advises clients
   * not to do.
   *
   * @param most sessions kept; over it the one that is offered next is dropped
   */
  public static TlsMemory rotating(int most) {
    return new TlsMemory(most, /* rotating= */ true);
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

  /** Gives the newest session to a connection that has not begun its handshake. */
  void offerTo(long ssl) {
    if (size == 0) {
      return;
    }
    if (rotating) {
      long next = sessions[0];
      System.arraycopy(sessions, 1, sessions, 0, size - 1);
      sessions[size - 1] = next;
      SSL.setSession(ssl, next);
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
  public void forget() {
    forgotten = true;
    while (size > 0) {
      SSLSession.free(sessions[--size]);
    }
  }
}

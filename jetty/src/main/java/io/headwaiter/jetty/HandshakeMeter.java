package io.headwaiter.jetty;

import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.front.HandshakeBook;
import io.headwaiter.front.OpenConnection;
import io.headwaiter.front.Proof;
import io.headwaiter.front.ThreadCpu;
import io.headwaiter.front.Turn;
import io.headwaiter.front.Visits;
import javax.net.ssl.SSLEngine;
import org.eclipse.jetty.io.ssl.SslHandshakeListener;

/**
 * What the handshake of one connection costs, and what it turns out to have been. Thread-safe; the
 * time of one thread at a time is measured, as a handshake has only one that computes.
 */
final class HandshakeMeter implements SslHandshakeListener {
  private final Entry entry;
  private final HandshakeBook book;
  private final OpenConnection connection;
  private final long admittedMillis = System.currentTimeMillis();
  private boolean measuring;
  private long beforeNanos;
  private long cpuNanos;
  private SSLEngine finished;
  private boolean ended;
  // Null before the handshake is done, and if nobody knows the visit.
  private volatile Visits.Stay stay;

  /**
   * @param connection told when the handshake is done, and when the connection ends
   */
  HandshakeMeter(Entry entry, HandshakeBook book, OpenConnection connection) {
    this.entry = entry;
    this.book = book;
    this.connection = connection;
  }

  /** Of a connection that the connector makes to itself: measures nothing and enters nothing. */
  static HandshakeMeter ofNobody() {
    HandshakeMeter meter = new HandshakeMeter(null, null, null);
    meter.ended = true;
    return meter;
  }

  /** Whether it is one of {@link #ofNobody}. */
  boolean isOfNobody() {
    return entry == null;
  }

  /**
   * The engine is about to work on the current thread; if this is true, {@link #pauses} must
   * follow.
   */
  synchronized boolean goesOn() {
    if (ended || measuring) {
      return false;
    }
    measuring = true;
    beforeNanos = ThreadCpu.nanos();
    return true;
  }

  /** The engine has worked, on the thread that was told to go on. */
  synchronized void pauses() {
    measuring = false;
    long step = ThreadCpu.nanos() - beforeNanos;
    cpuNanos += step;
    Turn.handshakeStep(step);
    if (finished != null) {
      prove(finished);
      finished = null;
    }
  }

  /** Comes while the engine works. */
  @Override
  public synchronized void handshakeSucceeded(Event event) {
    if (!ended) {
      finished = event.getSSLEngine();
    }
  }

  /** What the watch knows of the connection; null if it is {@link #ofNobody}. */
  OpenConnection connection() {
    return connection;
  }

  /** The connection has ended, or never came about; ends a handshake that is not done. Once. */
  synchronized void closed() {
    if (connection != null) {
      connection.closed();
    }
    if (ended) {
      return;
    }
    ended = true;
    book.failed(entry, cpuNanos);
  }

  /** The visit to which the connection belongs; null before that is known. */
  Visits.Stay stay() {
    return stay;
  }

  private void prove(SSLEngine engine) {
    ended = true;
    stay = book.proven(entry, Proof.of(engine, admittedMillis, /* claimed= */ null), cpuNanos);
    if (!connection.handshakeDone(stay)) {
      connection.close();
    }
  }
}

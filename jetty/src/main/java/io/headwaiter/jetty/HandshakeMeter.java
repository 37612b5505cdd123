package io.headwaiter.jetty;

import io.headwaiter.door.Admission;
import io.headwaiter.front.ClaimedTicket;
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
  private final Admission admission;
  private final HandshakeBook book;
  private final OpenConnection connection;
  private final boolean mustResume;
  // Only until the handshake is done.
  private ClaimedTicket claimed;
  private final long admittedMillis = System.currentTimeMillis();
  private boolean measuring;
  private long beforeNanos;
  private long cpuNanos;
  private SSLEngine finished;
  private boolean ended;
  private boolean isClosed;
  // Null before the handshake is done, and if the visit is not known.
  private volatile Visits.Stay stay;

  /**
   * On the door's thread.
   *
   * @param claimed what its hello claims; null if that is not kept
   * @param connection told when the handshake is done, and when the connection ends
   */
  HandshakeMeter(
      Admission admission, HandshakeBook book, ClaimedTicket claimed, OpenConnection connection) {
    this.admission = admission;
    this.claimed = claimed;
    this.book = book;
    this.connection = connection;
    this.mustResume = admission != null && book.mustResume(admission);
  }

  /** Of a connection that the connector makes to itself: measures nothing and enters nothing. */
  static HandshakeMeter ofNobody() {
    HandshakeMeter meter = new HandshakeMeter(null, null, null, null);
    meter.ended = true;
    return meter;
  }

  /** Whether it is one of {@link #ofNobody}. */
  boolean isOfNobody() {
    return admission == null;
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
    book.step(step);
    if (isClosed) {
      fail();
    } else if (finished != null) {
      prove(finished);
    }
    finished = null;
  }

  /** Whether the handshake is done, or will never be. */
  synchronized boolean isDone() {
    return ended;
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

  /** Whether the engine may only resume a session, and must end the connection if it cannot. */
  boolean mustResume() {
    return mustResume;
  }

  @Override
  public void handshakeFailed(Event event, Throwable failure) {
    if (mustResume) {
      book.noteIfStopped(failure);
    }
  }

  /** The connection has ended, or never came about; ends a handshake that is not done. */
  synchronized void closed() {
    if (connection != null) {
      connection.closed();
    }
    Visits.Stay left = stay;
    if (left != null) {
      left.closed();
    }
    isClosed = true;
    // What the engine is doing now is part of the handshake that has failed.
    if (!measuring) {
      fail();
    }
  }

  private void fail() {
    if (ended) {
      return;
    }
    ended = true;
    book.failed(admission, claimed, cpuNanos);
    claimed = null;
  }

  /** Notes its visit; null if it is not known which one it is. */
  void belongTo(Visits.Stay known) {
    stay = known;
  }

  /** The visit to which the connection belongs; null before that is known. */
  Visits.Stay stay() {
    return stay;
  }

  /**
   * The object that stands for the visit among the holders of workers: the connection if the visit
   * is not known; null before the handshake is done.
   */
  Object holder() {
    Visits.Stay known = stay;
    if (known != null) {
      return known.holder();
    }
    return isDone() ? connection : null;
  }

  private void prove(SSLEngine engine) {
    ended = true;
    Proof proof = Proof.of(engine, admittedMillis, /* claimed= */ null);
    belongTo(book.proven(admission, proof, claimed, cpuNanos));
    claimed = null;
    if (!connection.handshakeDone(stay)) {
      connection.close();
    }
  }
}

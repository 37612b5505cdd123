package io.headwaiter.jetty;

import io.headwaiter.door.AdmittedConnection;
import io.headwaiter.front.request.HandshakeAccounting;
import io.headwaiter.front.request.Turn;
import io.headwaiter.front.session.ClaimedTicket;
import io.headwaiter.front.session.HandshakeResult;
import io.headwaiter.front.session.OpenConnection;
import io.headwaiter.front.session.SessionUse;
import io.headwaiter.front.supply.ThreadCpu;
import java.net.InetSocketAddress;
import javax.net.ssl.SSLEngine;
import org.eclipse.jetty.io.ssl.SslHandshakeListener;
import org.jspecify.annotations.Nullable;

/**
 * Measures the CPU time of one connection's handshake, and records whether it was full or resumed.
 * Thread-safe. Measures one thread at a time, because only one thread of a handshake computes.
 */
final class HandshakeMeter implements SslHandshakeListener {
  /**
   * Most times that the engine works on a handshake, for reading or writing. A client that sends
   * its flight in small parts makes it work for each.
   */
  static final int TURNS_MAX = 400;

  private final AdmittedConnection admitted;
  private final HandshakeAccounting handshakes;
  private final OpenConnection connection;
  private final boolean mustResume;
  // Only until the handshake is done.
  private @Nullable ClaimedTicket claimed;
  private final long admittedMillis = System.currentTimeMillis();
  private boolean measuring;
  private long beforeNanos;
  private long cpuNanos;
  private int turns;
  private @Nullable SSLEngine finished;
  private boolean ended;
  private boolean isClosed;
  // Null before the handshake is done, and if the visit is unknown.
  private volatile @Nullable SessionUse sessionUse;

  /**
   * Creates a meter, on the door's thread.
   *
   * @param claimed claim in its hello; null if that is not kept
   * @param connection notified of the end of the handshake and of the connection
   */
  HandshakeMeter(
      AdmittedConnection admitted,
      HandshakeAccounting handshakes,
      @Nullable ClaimedTicket claimed,
      OpenConnection connection) {
    this.admitted = admitted;
    this.claimed = claimed;
    this.handshakes = handshakes;
    this.connection = connection;
    this.mustResume = admitted != null && handshakes.mustResume(admitted);
  }

  /** Returns a meter for a warm-up connection; it measures and enters nothing. */
  @SuppressWarnings("NullAway") // It has ended, and so uses none of its parts.
  static HandshakeMeter forWarmUp() {
    HandshakeMeter meter = new HandshakeMeter(null, null, null, null);
    meter.ended = true;
    return meter;
  }

  /** Returns the client that a balancer has named; null if none has. */
  @Nullable InetSocketAddress named() {
    return isForWarmUp() ? null : admitted.named();
  }

  /** Returns whether it comes from {@link #forWarmUp}. */
  boolean isForWarmUp() {
    return admitted == null;
  }

  /**
   * Notes that the engine is about to work on the current thread. If it returns true, {@link
   * #pauses} must follow.
   */
  synchronized boolean goesOn() {
    if (ended || measuring) {
      return false;
    }
    measuring = true;
    turns++;
    beforeNanos = ThreadCpu.nanos();
    return true;
  }

  /** Notes that the engine has worked, on the thread that called {@link #goesOn}. */
  synchronized void pauses() {
    measuring = false;
    long step = ThreadCpu.nanos() - beforeNanos;
    cpuNanos += step;
    Turn.handshakeStep(step);
    handshakes.step(step);
    if (isClosed) {
      fail();
    } else if (finished != null) {
      prove(finished);
    }
    finished = null;
  }

  /** Returns whether the engine had to work more often than an honest client makes it. */
  synchronized boolean isDripped() {
    return !ended && turns > TURNS_MAX;
  }

  /** Returns whether the handshake is done, or will never be. */
  synchronized boolean isDone() {
    return ended;
  }

  /** Called while the engine works. */
  @Override
  public synchronized void handshakeSucceeded(Event event) {
    if (!ended) {
      finished = event.getSSLEngine();
    }
  }

  /** Returns the watched connection; null for {@link #forWarmUp}. */
  OpenConnection connection() {
    return connection;
  }

  /** Returns whether the engine must resume a session, or else end the connection. */
  boolean mustResume() {
    return mustResume;
  }

  @Override
  public void handshakeFailed(Event event, Throwable failure) {
    if (mustResume) {
      handshakes.noteIfStopped(failure);
    }
  }

  /** Notes that its client has closed the connection. */
  void clientLeaves() {
    if (connection != null) {
      connection.clientLeaves();
    }
  }

  /** Notes that the connection has ended or never began; fails an unfinished handshake. */
  synchronized void closed() {
    if (connection != null) {
      connection.closed();
    }
    SessionUse left = sessionUse;
    if (left != null) {
      left.closed();
    }
    isClosed = true;
    // The engine's current work is part of the failed handshake.
    if (!measuring) {
      fail();
    }
  }

  private void fail() {
    if (ended) {
      return;
    }
    ended = true;
    handshakes.failed(admitted, claimed, cpuNanos);
    claimed = null;
  }

  /** Sets its part in a visit; null if the visit is unknown. */
  void belongTo(@Nullable SessionUse known) {
    sessionUse = known;
  }

  /** Returns the connection's part in a visit; null before that is known. */
  @Nullable SessionUse sessionUse() {
    return sessionUse;
  }

  /**
   * Returns the object that represents the visit as a holder of workers: the connection if the
   * visit is unknown; null before the handshake is done.
   */
  @Nullable Object holder() {
    SessionUse known = sessionUse;
    if (known != null) {
      return known.holder();
    }
    return isDone() ? connection : null;
  }

  private void prove(SSLEngine engine) {
    ended = true;
    HandshakeResult result = HandshakeResult.of(engine, admittedMillis, /* claimed= */ null);
    belongTo(handshakes.proven(admitted, result, claimed, cpuNanos));
    claimed = null;
    if (!connection.handshakeDone(sessionUse, result.resumed())) {
      connection.close();
    }
  }
}

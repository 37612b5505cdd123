package io.headwaiter.jetty;

import io.headwaiter.core.admission.AdmissionGate;
import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.front.ThreadCpu;
import io.headwaiter.telemetry.ServerMeters;
import javax.net.ssl.SSLEngine;
import org.eclipse.jetty.io.ssl.SslHandshakeListener;

/**
 * What the handshake of one connection costs, and what it turns out to have been. Thread-safe; the
 * time of one thread at a time is measured, as a handshake has only one that computes.
 */
final class HandshakeMeter implements SslHandshakeListener {
  private static final long UNKNOWN = Long.MIN_VALUE;

  private final Entry entry;
  private final AdmissionGate gate;
  private final ServerMeters meters;
  private final long admittedMillis = System.currentTimeMillis();
  private boolean measuring;
  private long beforeNanos;
  private long cpuNanos;
  private SSLEngine finished;
  private boolean ended;
  private volatile long visitBeganMillis = UNKNOWN;

  HandshakeMeter(Entry entry, AdmissionGate gate, ServerMeters meters) {
    this.entry = entry;
    this.gate = gate;
    this.meters = meters;
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
    cpuNanos += ThreadCpu.nanos() - beforeNanos;
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

  /** The connection has ended, or never came about; ends a handshake that is not done. Once. */
  synchronized void closed() {
    if (ended) {
      return;
    }
    ended = true;
    meters.failedHandshake(cpuNanos);
    if (entry == Entry.NEW) {
      gate.refundAbandoned();
    }
  }

  /**
   * How long ago the visit began to which the connection belongs, in ns; -1 before the handshake is
   * done.
   */
  long visitAgeNanos() {
    long began = visitBeganMillis;
    return began == UNKNOWN ? -1 : (System.currentTimeMillis() - began) * 1_000_000L;
  }

  private void prove(SSLEngine engine) {
    ended = true;
    // JSSE keeps the first creation time in a resumed session, in TLS 1.2 and in 1.3.
    long began = engine.getSession().getCreationTime();
    boolean resumed = began < admittedMillis;
    visitBeganMillis = began;
    meters.handshake(resumed, cpuNanos);
    if (resumed || entry == Entry.NEW) {
      return; // who is new has paid at the door
    }
    if (entry == Entry.BYPASS) {
      gate.chargeBypass();
    } else {
      gate.chargeFalseResumption();
    }
  }
}
